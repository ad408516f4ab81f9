// SPDX-License-Identifier: Apache-2.0
// The model's text files, to change and load again.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { xml } from '@codemirror/lang-xml';
import { HighlightStyle, bracketMatching, foldGutter, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, type DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { SourceFile } from '../protocol';
import { el, icon } from './dom';

const markLine = StateEffect.define<number | undefined>();
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, change) {
    for (const effect of change.effects) {
      if (!effect.is(markLine)) continue;
      if (effect.value === undefined || effect.value < 1 || effect.value > change.state.doc.lines) return Decoration.none;
      return Decoration.set([Decoration.line({ class: 'wrong' }).range(change.state.doc.line(effect.value).from)]);
    }
    return old.map(change.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

// colours that are legible on both grounds
const colors = HighlightStyle.define([
  { tag: tags.tagName, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.attributeName, color: 'var(--text)' },
  { tag: tags.attributeValue, color: 'var(--good)' },
  { tag: [tags.comment, tags.angleBracket, tags.processingInstruction], color: 'var(--soft)' },
]);

export class Editor {
  readonly root: HTMLElement;
  private readonly chooser = el('select', { 'aria-label': 'File' });
  private readonly view: EditorView;
  private readonly texts = new Map<string, string>();
  private readonly changed = new Set<string>();
  private current = '';

  constructor(private readonly toggled: () => void, private readonly apply: () => void) {
    const code = el('div', { class: 'code' });
    this.view = new EditorView({ parent: code, state: this.fresh('') });
    this.chooser.onchange = () => this.show(this.chooser.value);
    this.root = el('section', { id: 'editor', class: 'card', hidden: true, 'aria-label': 'Model text' },
      el('header', {}, this.chooser,
        el('button', { type: 'button', class: 'primary', onclick: apply, title: 'Load the changed model, state kept where it fits (Ctrl+Enter)' }, 'Apply'),
        el('button', { type: 'button', class: 'icon quiet', 'aria-label': 'Close the editor', title: 'Close', onclick: () => this.toggle(false) }, icon('close'))),
      code);
  }

  private fresh(text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), foldGutter(), history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(), bracketMatching(),
        highlightSelectionMatches(), xml(), indentUnit.of('  '), syntaxHighlighting(colors), marked,
        keymap.of([{ key: 'Mod-Enter', run: () => (this.apply(), true) }, { key: 'Mod-s', run: () => (this.apply(), true) },
          ...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': 'Model text' }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || !this.current) return;
          this.texts.set(this.current, update.state.doc.toString());
          this.changed.add(this.current);
        }),
      ],
    });
  }

  setFiles(files: SourceFile[], main: string): void {
    this.texts.clear();
    this.changed.clear();
    for (const file of files) {
      if (/\.(xml|mjcf|urdf)$/i.test(file.name)) this.texts.set(file.name, new TextDecoder().decode(file.bytes));
    }
    this.chooser.replaceChildren(...Array.from(this.texts.keys(), (name) => el('option', { value: name }, name)));
    const stay = this.texts.has(this.current) ? this.current : main;
    this.current = '';
    this.show(this.texts.has(stay) ? stay : (this.texts.keys().next().value ?? ''));
  }

  private show(name: string): void {
    this.current = '';
    this.view.setState(this.fresh(this.texts.get(name) ?? 'A binary model has no text.'));
    this.current = this.texts.has(name) ? name : '';
    this.chooser.value = name;
  }

  /** the files with what was changed here */
  edited(files: SourceFile[]): SourceFile[] {
    return files.map((file) => (this.changed.has(file.name) ? { name: file.name, bytes: new TextEncoder().encode(this.texts.get(file.name)!) } : file));
  }
  lineOf(file: string, line: number): string | undefined {
    return this.texts.get(file)?.split('\n')[line - 1];
  }

  get open(): boolean {
    return !this.root.hidden;
  }
  toggle(open = !this.open): void {
    this.root.hidden = !open;
    this.toggled();
    if (open) this.view.focus();
  }
  mark(file: string | undefined, line: number | undefined): void {
    if (file && line && this.texts.has(file) && file !== this.current) this.show(file);
    const at = line && line <= this.view.state.doc.lines ? this.view.state.doc.line(line).from : undefined;
    this.view.dispatch({ effects: [markLine.of(line), ...(at !== undefined ? [EditorView.scrollIntoView(at, { y: 'center' })] : [])] });
  }
  goTo(file: string, line: number, column: number): void {
    this.toggle(true);
    this.mark(file, line);
    if (line > this.view.state.doc.lines) return;
    const found = this.view.state.doc.line(line);
    this.view.dispatch({ selection: { anchor: Math.min(found.to, found.from + Math.max(0, column - 1)) } });
  }
}
