import { addAnswers, createPanel, type Panel } from '../../src/statistics/panel.ts'
import { createRandom } from '../chaos/random.ts'

/**
 * How the probability of a mention differs between prompts, engines and cells, and how it changes from scan
 * to scan: standard deviations of its logits, and the correlation with the scan before.
 */
type Process = { prompts: number; cells: number; shock: Movement; wobble: Movement }
type Movement = { size: number; alike: number }

const engines = 0.4

export const processes = {
  calm: {
    prompts: 1.5,
    cells: 0.8,
    shock: { size: 0, alike: 0 },
    wobble: { size: 0, alike: 0 },
  },
  typical: {
    prompts: 1.5,
    cells: 0.8,
    shock: { size: 0.15, alike: 0.3 },
    wobble: { size: 0.7, alike: 0.3 },
  },
  /** Noise that affects whole scans. */
  shocky: {
    prompts: 1.5,
    cells: 0.8,
    shock: { size: 0.35, alike: 0 },
    wobble: { size: 0.7, alike: 0.3 },
  },
  /** The correlation of repeated answers. */
  sticky: {
    prompts: 2,
    cells: 1.2,
    shock: { size: 0.1, alike: 0.3 },
    wobble: { size: 1.5, alike: 0.9 },
  },
  /** A lasting shift of all cells, which no test can distinguish from a real change. */
  rough: {
    prompts: 2,
    cells: 1.2,
    shock: { size: 0.35, alike: 0.8 },
    wobble: { size: 1, alike: 0.6 },
  },
} satisfies Record<string, Process>

export type ProcessName = keyof typeof processes
export const processNames = Object.keys(processes) as ProcessName[]

/** A project: its scans in consecutive windows, and the shift of all logits after the first. */
export type Project = {
  process: ProcessName
  prompts: number
  engines: number
  windows: number[]
  rate: number
  shift?: number
}

/** A window as a project saw it, with the mean probability of its answers, and of each cell over all of its scans. */
export type Seen = { panel: Panel; cells: number[]; chance: number; chances: number[] }

const missing = 0.07

/** The probability for a logit. */
export function chanceOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit))
}

/** Simulates projects deterministically for a seed. */
export function createSimulation(seed: number) {
  const random = createRandom(seed)

  let spare: number | null = null

  /** A normally distributed number (Box-Muller, which makes two at a time). */
  function normal(size: number) {
    if (spare !== null) {
      const draw = size * spare
      spare = null
      return draw
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random.between(0, 1)))
    const angle = random.between(0, 2 * Math.PI)
    spare = radius * Math.sin(angle)
    return size * radius * Math.cos(angle)
  }

  function move({ size, alike }: Movement, steps: number) {
    if (size === 0) return Array<number>(steps).fill(0)
    const fresh = size * Math.sqrt(1 - alike ** 2)
    let value = normal(size)
    return Array.from({ length: steps }, (_, step) => {
      if (step > 0) value = alike * value + normal(fresh)
      return value
    })
  }

  function play(project: Project): Seen[] {
    const process = processes[project.process]
    const steps = project.windows.reduce((sum, scans) => sum + scans, 0)
    const ofPrompts = Array.from({ length: project.prompts }, () => normal(process.prompts))
    const ofEngines = Array.from({ length: project.engines }, () => normal(engines))
    const shock = move(process.shock, steps)
    const cells = ofPrompts.flatMap((prompt) =>
      ofEngines.map((engine) => {
        const level = Math.log(project.rate / (1 - project.rate)) + prompt + engine + normal(process.cells)
        return move(process.wobble, steps).map((wobble, step) => level + wobble + (shock[step] ?? 0))
      }),
    )
    let start = 0
    return project.windows.map((scans, window) => {
      const shift = window > 0 ? (project.shift ?? 0) : 0
      const seen = ask(
        cells.map((cell) => cell.slice(start, start + scans).map((logit) => chanceOf(logit + shift))),
      )
      start += scans
      return seen
    })
  }

  function ask(chances: number[][]): Seen {
    const panel = createPanel(chances.length, chances[0]?.length ?? 0)
    let answers = 0
    let sum = 0
    for (const [cell, scans] of chances.entries()) {
      for (const [scan, chance] of scans.entries()) {
        if (random.chance(missing)) continue
        addAnswers(panel, cell, scan, 1, random.chance(chance) ? 1 : 0)
        answers += 1
        sum += chance
      }
    }
    const means = chances.map((scans) => scans.reduce((total, chance) => total + chance, 0) / scans.length)
    return { panel, cells: [...chances.keys()], chance: sum / answers, chances: means }
  }

  return { ...random, normal, play }
}
