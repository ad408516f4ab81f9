// Marching cubes. In each cell the surface is one to five triangles, by the signs at its corners. A side whose corners
// alternate in sign is cut so that its two negative corners stay apart; both cells at the side do the same, so the
// surface is closed.
#include "compile/mesh_march.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

// corners are numbered by bits x = 1, y = 2, z = 4; edges by axis, then by the place along the other two axes in turn:
// 4 * axis + (bit of the lower one) + 2 * (bit of the higher one)
enum { NEDGE = 12 };

// triangles of each pattern of signs: edges, the first being a. Where to cut and in which order is free, but faces are
// known by their numbers and their order gives the mass its last digits, so both are those of 3.5.0.
// The data is the table of MarchingCubeCpp by A. Paris, which is in the public domain, written as letters.
static const char triangles[256][16] = {
  "", "aei", "faj", "ejfeij", "bke", "biabki", "bkejfa", "fbkfkjjki", "lbf", "flbiae", "albajl", "beibillij", "kflkef",
  "aflaliilk", "eajejkkjl", "ilkijl", "cig", "agcaeg", "jfagci", "cjfcfggfe", "ebkcig", "kgckcbbca", "ajfigcbke",
  "gbkgcbcfbcjf", "cigbfl", "gaegcalbf", "lajlbagci", "egbgcjbgjbjl", "fkeflkcig", "ckgcfkflkafc", "cigkjlkejeaj",
  "ckgcjkjlk", "jch", "aeihjc", "cfachf", "ichiheehf", "bkechj", "biabkihjc", "cfachfkeb", "ichihbbhfkib", "lbfchj",
  "aeiflbchj", "hlbhbccba", "eicecbbchbhl", "kflkefchj", "hjcilkialafl", "lkhkeahkahac", "hichlilki", "ihjigh",
  "jaejehheg", "aigagffgh", "eghehf", "highjibke", "hjggbkjbgjab", "kebfghfagaig", "kfbkgfghf", "ihjighbfl",
  "bflheghjejae", "aigagllghbal", "bhlbehegh", "elkeflgjighj", "ghalkakgaflahja", "lkaghahlaigakea", "ghlglk", "dgk",
  "kdgaei", "dgkajf", "jeijfedgk", "debdge", "giagaddab", "debdgejfa", "jfiidgfdifbd", "dgkflb", "bfleiadgk",
  "albajlgkd", "gkdlijlbibei", "ldglgffge", "idgiadaldafl", "gldgalajleag", "gldgilijl", "ckdcik", "ekdedaadc",
  "kcikdcfaj", "dekdjejfecjd", "iebibccbd", "abdadc", "fajcbdcibieb", "fcjfbcbdc", "ckdcikflb", "lbfadcaedekd",
  "dikdcibjlbaj", "jledcecjekdelbe", "fleecilceldc", "lafldadca", "dcejleldeajecie", "dcjdjl", "hjckdg", "chjgkdaei",
  "fchfackdg", "dgkehfeihich", "edgebdjch", "jchdabdgagia", "bgebdgahfach", "bdihfifbichidgi", "dgkhjcbfl",
  "aeigkdhjcbfl", "kdgcbachbhlb", "dgklbhbchbeceic", "chjfgeflgldg", "chjiagadgafdfld", "aclgelealdglchl",
  "gidildihlich", "dhjdjkkji", "kaekdadjadhj", "ikakdhakhahf", "dekdhehfe", "biebhihjidhb", "jdhjadabd",
  "hfibdidhiebifai", "bdhbhf", "flbkjikdjdhj", "bflkdedaedhahja", "ikhbahaihlbhkdh", "dhkhekhbehlb", "efdjidiedhjdfld",
  "jahadhaldafl", "aiedhl", "hld", "hdl", "aeidlh", "fajdlh", "ejfeijdlh", "lhdebk", "ibkiabhdl", "bkelhdajf",
  "dlhjkijfkfbk", "bhdbfh", "hbfhdbiae", "jhdjdaadb", "beibihhijdbh", "dkedehhef", "iakkhdahkafh", "keakaddajdjh",
  "djhdkjkij", "ciglhd", "agcaeglhd", "cigjfadlh", "lhdgfegcfcjf", "dlhkebcig", "hdlbcabkckgc", "bkeigcjfadlh",
  "dlhgckcbkcjbjfb", "bhdbfhigc", "cegcaedfhdbf", "gciadbajdjhd", "egjdbjbejhdjgcj", "igchefhdedke", "fhkcakafkgckhdk",
  "cighdjdajdkakea", "cjgjkgjdkjhd", "djcdlj", "djcdljeia", "lfaladdac", "feleicleclcd", "jdljcdebk", "akiabkcljcdl",
  "ebkdacdlalfa", "cdfkificfbkfdlf", "fjcfcbbcd", "iaebcdbfcfjc", "adbacd", "ibeicbcdb", "dkedejjefcdj",
  "kifcdfdkfjcfiaf", "edkeadacd", "cdkcki", "gdlgliilj", "gdlglaaljega", "igdidaadlalf", "lgdlfgfeg", "bkeiljiglgdl",
  "abgljgjagdlgbkg", "bkefaladlaidigd", "kgbgfbglfgdl", "jifigdfidfdb", "dbjegjgdjaejbfj", "gaigdadba", "dbedeg",
  "jidefdfjdkedigd", "dkgafj", "gdidaideadke", "dkg", "glhgkl", "lgklhgaei", "glhgklajf", "ifeijfkhgklh", "blhbheehg",
  "agialglhgbla", "jfaehgebhblh", "ijbhgbgiblhbjfb", "kbfkfggfh", "aeigfhgkfkbf", "hgjgkbjgbjba", "hgbijbjhbeibgkb",
  "ehgefh", "agiafgfhg", "jeajhehge", "ijhihg", "hcihillik", "lhkkaehakhca", "ajfliklhihci", "klcfecekcjfclhc",
  "eciebcbhcblh", "hblhcbcab", "ajfebibciblclhc", "fbjbcjbhcblh", "ihcibhbfhkbi", "cakfhkhckbfkaek", "bahikhkbhcihajh",
  "bekcjh", "ihciehefh", "cafcfh", "iecehcejheaj", "jhc", "cgkckjjkl", "eiajkljckcgk", "cgkckffklacf",
  "fecklclfcgkceic", "ebggjcbjgblj", "ljgabgblgiagjcg", "gelaclcglfalebl", "cgiblf", "gkbgbccbfcfj", "aeijcfcbfcgbgkb",
  "kcgkbcbac", "kbgbcgbicbei", "cfjcgfgef", "afifgifcgfjc", "acgage", "cgi", "iklilj", "ejaekjklj", "alfailikl",
  "klfkfe", "bieblilji", "ablalj", "blelielailfa", "lfb", "fkbfjkjik", "ekakjakfjkbf", "baibik", "bek", "efjeji",
  "fja", "aie", "",
};

typedef struct Grid_ {
  ig_MeshFile* to;
  const float* field;
  int n[3];
  int* made;  // vertex on each edge from each point of two layers: 3 per point
} Grid;

static int* made_at(const Grid* g, int x, int y, int z) { return g->made + 3 * ((size_t)(z % 2) * (size_t)g->n[0] * (size_t)g->n[1] + (size_t)y * (size_t)g->n[0] + (size_t)x); }

static float value(const Grid* g, int x, int y, int z) { return g->field[((size_t)z * (size_t)g->n[1] + (size_t)y) * (size_t)g->n[0] + (size_t)x]; }

// lower end of an edge of the cell
static void edge_start(int edge, const int cell[3], int at[3]) {
  int axis = edge / 4, first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
  memcpy(at, cell, 3 * sizeof(int));
  at[first] += edge & 1;
  at[second] += (edge >> 1) & 1;
}

// edges on the lower sides belong to earlier cells, where there are any
static bool is_new(const int cell[3], const int at[3], int axis) {
  for (int k = 0; k < 3; k++) {
    if (k != axis && at[k] == cell[k] && cell[k] > 0) return false;
  }
  return true;
}

// vertices on the edges of a cell that no cell before it has
static bool add_vertices(Grid* g, const int cell[3]) {
  ig_MeshFile* to = g->to;
  if (!ig_floats_reserve(&to->vert, 3 * NEDGE) || !ig_floats_reserve(&to->normal, 3 * NEDGE)) return false;
  for (int e = 0; e < NEDGE; e++) {
    int at[3], end[3], axis = e / 4;
    edge_start(e, cell, at);
    memcpy(end, at, sizeof(end));
    end[axis]++;
    float a = value(g, at[0], at[1], at[2]), b = value(g, end[0], end[1], end[2]);
    if ((a < 0) == (b < 0) || !is_new(cell, at, axis)) continue;
    made_at(g, at[0], at[1], at[2])[axis] = to->vert.n / 3;
    for (int k = 0; k < 3; k++) {
      to->vert.item[to->vert.n++] = (float)at[k] + (k == axis ? a / (a - b) : 0);
      to->normal.item[to->normal.n++] = 0;
    }
  }
  return true;
}

static void add_normal(ig_MeshFile* to, const int f[3]) {
  const float *a = to->vert.item + 3 * f[0], *b = to->vert.item + 3 * f[1], *c = to->vert.item + 3 * f[2];
  float u[3], v[3];
  for (int k = 0; k < 3; k++) u[k] = c[k] - b[k], v[k] = a[k] - b[k];
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    float n = u[i] * v[j] - u[j] * v[i];
    for (int corner = 0; corner < 3; corner++) to->normal.item[3 * f[corner] + k] += n;
  }
}

static bool add_faces(Grid* g, const int cell[3], const char* edges) {
  ig_MeshFile* to = g->to;
  if (!ig_ints_reserve(&to->face, 3 * NEDGE)) return false;
  for (int i = 0; edges[i]; i++) {
    int edge = edges[i] - 'a', at[3];
    edge_start(edge, cell, at);
    to->face.item[to->face.n++] = made_at(g, at[0], at[1], at[2])[edge / 4];
    if (i % 3 == 2) add_normal(to, to->face.item + to->face.n - 3);
  }
  return true;
}

static bool march(Grid* g) {
  int cell[3];
  for (cell[2] = 0; cell[2] < g->n[2] - 1; cell[2]++) {
    for (cell[1] = 0; cell[1] < g->n[1] - 1; cell[1]++) {
      for (cell[0] = 0; cell[0] < g->n[0] - 1; cell[0]++) {
        int pattern = 0;
        for (int c = 0; c < 8; c++) pattern |= (value(g, cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2)) < 0) << c;
        if (pattern == 0 || pattern == 255) continue;
        if (!add_vertices(g, cell) || !add_faces(g, cell, triangles[pattern])) return false;
      }
    }
  }
  return true;
}

bool ig_march(ig_MeshFile* to, const float* field, const int n[3]) {
  Grid g = {.to = to, .field = field, .n = {n[0], n[1], n[2]}};
  size_t layer = (size_t)n[0] * (size_t)n[1];
  g.made = ig_try_alloc(6 * layer * sizeof(int));
  bool good = g.made != NULL;
  if (good) {
    memset(g.made, 0, 6 * layer * sizeof(int));
    good = march(&g);
  }
  ig_free(g.made);
  for (int i = 0; good && i < to->normal.n; i += 3) {
    float* v = to->normal.item + i;
    float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3 && length > 0; k++) v[k] /= length;
  }
  return good;
}
