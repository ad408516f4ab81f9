# SPDX-License-Identifier: Apache-2.0
"""Proximal policy optimisation, all in one file after the manner of CleanRL; needs torch.

    python examples/ppo.py [--task HalfCheetah-v5] [--envs 64] [--steps 1000000] [--curve curve.csv] [--policy policy.npz]

Where a task observes groups, the policy sees the one called "policy", and the value "critic". The environments take the actions while the policy waits, and both work on tensors. The curve has a line for each update:
steps of the environments, mean return of the episodes that ended, seconds. (Schulman et al., 2017; the details are those
of Huang et al., "The 37 implementation details of PPO", 2022, for continuous actions.)
"""
import argparse
import time

import numpy as np
import torch
from torch import nn

import ingot.gym


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--task", default="HalfCheetah-v5")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--horizon", type=int, default=64, help="steps of each environment between updates")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batches", type=int, default=8, help="parts of the data for each epoch")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--width", type=int, default=64, help="of the layers of policy and value")
    parser.add_argument("--entropy", type=float, default=0.0, help="weight of the policy's entropy")
    parser.add_argument("--spread", type=float, default=1.0, help="of the actions at the start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--device", default="cpu", help="cpu, or where worlds and networks are: cuda")
    parser.add_argument("--curve", help="a file for the learning curve")
    parser.add_argument("--policy", help="a file for the policy: layers, and the scale of what it sees")
    return parser.parse_args()


def layer(inputs, outputs, gain):
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


class Agent(nn.Module):
    """A policy with a fixed spread for each action, and a value, both with two hidden layers."""

    def __init__(self, seen, judged, actions, options):
        super().__init__()
        width = options.width
        body = lambda inputs, end, gain: nn.Sequential(
            layer(inputs, width, 2**0.5), nn.Tanh(), layer(width, width, 2**0.5), nn.Tanh(), layer(width, end, gain)
        )
        self.mean, self.value = body(seen, actions, 0.01), body(judged, 1, 1.0)
        self.spread = nn.Parameter(torch.full((actions,), float(np.log(options.spread))))

    def policy(self, observed):
        return torch.distributions.Normal(self.mean(observed), self.spread.exp())


class Scale:
    """Numbers to zero mean and unit variance, from what was seen so far."""

    def __init__(self, shape):
        self.mean, self.variance, self.count = torch.zeros(shape), torch.ones(shape), 1e-4

    def update(self, rows):
        mean, variance, count = rows.mean(0), rows.var(0, unbiased=False), len(rows)
        total, apart = self.count + count, mean - self.mean
        self.variance = (self.variance * self.count + variance * count + apart**2 * self.count * count / total) / total
        self.mean, self.count = self.mean + apart * count / total, total

    def __call__(self, rows):
        return ((rows - self.mean) / (self.variance + 1e-8).sqrt()).clamp(-10, 10)


def advantages(rewards, values, ended, last, gamma=0.99, decay=0.95):
    """Generalised advantage estimates (Schulman et al., 2015); ended[t]: the episode was over before step t."""
    result, running = torch.zeros_like(rewards), 0.0
    for t in reversed(range(len(rewards))):
        following = last if t == len(rewards) - 1 else values[t + 1]
        alive = 1.0 - ended[t + 1]
        off = rewards[t] + gamma * following * alive - values[t]
        result[t] = running = off + gamma * decay * alive * running
    return result


def split(observed):
    """What the policy sees, and what the value sees."""
    if not isinstance(observed, dict):
        return observed, observed
    return observed["policy"], observed.get("critic", observed["policy"])


class Collector:
    """Runs the environments and keeps count of returns."""

    def __init__(self, options, envs):
        self.envs, self.options = envs, options
        self.seen, self.judged = split(envs.reset(seed=options.seed)[0])
        self.ended = torch.zeros(options.envs)
        self.returns, self.discounted = torch.zeros(options.envs), torch.zeros(options.envs)
        self.scale, self.judge_scale = Scale(self.seen.shape[1]), Scale(self.judged.shape[1])
        self.reward_scale, self.finished = Scale(()), torch.zeros(2)

    def collect(self, agent):
        rows = {name: [] for name in ("seen", "judged", "actions", "logs", "values", "rewards", "ended")}
        for _ in range(self.options.horizon):
            self.scale.update(self.seen)
            self.judge_scale.update(self.judged)
            seen, judged = self.scale(self.seen), self.judge_scale(self.judged)
            with torch.no_grad():
                policy = agent.policy(seen)
                action = policy.sample()
                kept = (seen, judged, action, policy.log_prob(action).sum(1), agent.value(judged)[:, 0])
            observed, rewards, terminations, truncations, _ = self.envs.step(action.clamp(-1, 1))
            (self.seen, self.judged), rewards = split(observed), rewards.float()
            for name, value in zip(rows, (*kept, self._scaled(rewards), self.ended)):
                rows[name].append(value)
            self._count(rewards, (terminations | truncations).float())
        rows["ended"].append(self.ended)
        with torch.no_grad():
            last = agent.value(self.judge_scale(self.judged))[:, 0]
        return {name: torch.stack(values) for name, values in rows.items()}, last

    def _scaled(self, rewards):
        self.discounted = self.discounted * 0.99 * (1 - self.ended) + rewards
        self.reward_scale.update(self.discounted)
        return (rewards / (self.reward_scale.variance + 1e-8).sqrt()).clamp(-10, 10)

    def _count(self, rewards, ended):
        self.returns += rewards * (1 - self.ended)
        self.finished = self.finished + torch.stack(((self.returns * ended).sum(), ended.sum()))
        self.returns = self.returns * (1 - ended)
        self.ended = ended


def improve(agent, optimizer, rows, gains, options):
    """Several passes over the data with the clipped objective."""
    flat = lambda values: values.flatten(0, 1)
    seen, judged, actions, logs = (flat(rows[name]) for name in ("seen", "judged", "actions", "logs"))
    # the step after an end only begins the next episode: there is nothing to learn from it
    weights = flat(1 - rows["ended"][:-1])
    gains, targets = flat(gains), flat(gains + rows["values"])
    for _ in range(options.epochs):
        for part in torch.randperm(len(logs)).chunk(options.batches):
            policy, weight = agent.policy(seen[part]), weights[part]
            ratio = (policy.log_prob(actions[part]).sum(1) - logs[part]).exp()
            gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-8)
            objective = torch.min(gain * ratio, gain * ratio.clamp(0.8, 1.2))
            error = (agent.value(judged[part])[:, 0] - targets[part]) ** 2
            loss = (weight * (0.5 * error - objective)).mean() - options.entropy * policy.entropy().sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def save(path, agent, scale):
    """The policy as arrays: layers, with tanh between them, of what is seen less `mean`, over `deviation`, within 10."""
    linear = [part for part in agent.mean if isinstance(part, nn.Linear)]
    layers = {f"{name}{k}": value.detach().cpu().numpy() for k, part in enumerate(linear) for name, value in (("weight", part.weight), ("bias", part.bias))}
    np.savez(path, mean=scale.mean.cpu().numpy(), deviation=(scale.variance + 1e-8).sqrt().cpu().numpy(), **layers)


def main():
    options = arguments()
    torch.set_default_device(options.device)
    torch.manual_seed(options.seed)
    envs = ingot.gym.make_vec(options.task, options.envs, threads=options.threads, array="torch", dtype=np.float32, device=options.device)
    collector, curve, start = Collector(options, envs), [], time.perf_counter()
    agent = Agent(collector.seen.shape[1], collector.judged.shape[1], envs.single_action_space.shape[0], options)
    optimizer = torch.optim.Adam(agent.parameters(), lr=options.rate, eps=1e-5)
    updates = max(options.steps // (options.envs * options.horizon), 1)
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = options.rate * (1 - update / updates)
        rows, last = collector.collect(agent)
        gains = advantages(rows["rewards"], rows["values"], rows["ended"], last)
        improve(agent, optimizer, rows, gains, options)
        returns, episodes = collector.finished.tolist()
        if episodes:
            steps = (update + 1) * options.envs * options.horizon
            curve.append((steps, returns / episodes, time.perf_counter() - start))
            collector.finished = torch.zeros(2)
            print(f"{steps:9d} steps  return {curve[-1][1]:8.1f}  {curve[-1][2]:6.0f} s", flush=True)
    if options.curve:
        np.savetxt(options.curve, curve, "%g", ",", header="steps,return,seconds", comments="")
    if options.policy:
        save(options.policy, agent, collector.scale)
    return curve


if __name__ == "__main__":
    main()
