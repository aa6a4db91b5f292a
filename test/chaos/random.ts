export type Random = ReturnType<typeof createRandom>

/** A generator that is deterministic for a seed (mulberry32): a run can be reproduced by its seed. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    between: (least: number, most: number) => least + next() * (most - least),
    chance: (probability: number) => next() < probability,
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T,
  }
}

/**
 * How often a test kills or repeats: a fifth or so of what was used to find faults, which `CHAOS_TIMES=5` brings back.
 */
export const times = (usual: number) => Math.round(usual * Number(process.env.CHAOS_TIMES ?? 1))

export const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32))
