import { describe, expect, test } from 'bun:test'
import { type AlertLevel, findAlert, splitScans } from '../../src/statistics/alert.ts'
import { addAnswers, createPanel, type Panel } from '../../src/statistics/panel.ts'
import { alike, readPanel } from './panels.ts'
import { createSimulation, type ProcessName, processNames } from './simulation.ts'

/** The alert after the newest scan of a panel, or after an earlier one. */
function alertIn(panel: Panel, cells: number[], level: AlertLevel, scans = panel.scans) {
  const split = splitScans(scans)
  return split && findAlert(panel, cells, level, split)
}

/** Three cells that alternate for ten scans, and then answer as given. */
const steady = (...rest: string[]) => readPanel(...alike(3, `0 1 0 1 0 1 0 1 0 1 0 ${rest.join(' ')}`))
const all = [0, 1, 2]

describe('an alert under repeated tests', () => {
  test('splits the newest 90 scans into a third that is tested and the usual ones before', () => {
    expect(splitScans(15)).toBeNull()
    expect(splitScans(16)).toEqual({ usual: { from: 0, to: 11 }, recent: { from: 11, to: 16 } })
    expect(splitScans(100)).toEqual({ usual: { from: 10, to: 70 }, recent: { from: 70, to: 100 } })
    // Only the scans since an earlier change began are read.
    expect(splitScans(100, 18)).toEqual({ usual: { from: 82, to: 94 }, recent: { from: 94, to: 100 } })
    expect(splitScans(100, 15)).toBeNull()
  })

  test('needs an accumulated difference of more than ten standard deviations, computed by hand', () => {
    // Usual: 4 of 40 cells name the brand in even scans, 8 in odd ones, of 11 scans. Rates, differences and the
    // standard deviation are computed below by the formulas of the rule, one scan after the other.
    const lines = Array.from({ length: 40 }, (_, cell) => {
      const usual = Array.from({ length: 11 }, (_, scan) => (cell < (scan % 2 === 0 ? 4 : 8) ? 1 : 0))
      return [...usual, ...Array(5).fill(cell < 30 ? 1 : 0)].join(' ')
    })
    const mean = (6 * 0.1 + 5 * 0.2) / 11
    const alert = alertIn(readPanel(...lines), [...Array(40).keys()], 'brand')
    expect(alert).toEqual({ direction: 'up', first: 11, size: expect.closeTo(0.75 - mean, 10) })
    // Each of the five scans counts 3 at most, less the allowance of 0.75: 11.25 in all, which is too little for a part.
    expect(alertIn(readPanel(...lines), [...Array(40).keys()], 'part')).toBeNull()
  })

  test('is not given for a shift that has not lasted for five scans, or for one of fewer than five points', () => {
    expect(alertIn(steady('0 1 1 1 1'), all, 'brand')).toBeNull()
    const tiny = Array.from({ length: 100 }, (_, cell) => {
      const usual = Array.from({ length: 30 }, (_, scan) => ((cell + scan) % 10 === 0 ? 1 : 0))
      const recent = Array.from({ length: 15 }, (_, scan) =>
        (cell + scan) % 10 === 0 || cell % 33 === 1 ? 1 : 0,
      )
      return [...usual, ...recent].join(' ')
    })
    expect(alertIn(readPanel(...tiny), [...Array(100).keys()], 'brand')).toBeNull()
  })

  test('measures the size of a change from the ten newest scans, usual ones among them', () => {
    // Eight of 100 cells begin to name the brand: by ten scans this is 4 points after five of them, and 8 after ten.
    const after = (usual: number, recent: number) => {
      const lines = Array.from({ length: 100 }, (_, cell) => {
        const before = Array.from({ length: usual }, (_, scan) => (cell < 4 + (scan % 2) ? 1 : 0))
        const since = Array.from({ length: recent }, (_, scan) =>
          cell < 4 + (scan % 2) || cell >= 92 ? 1 : 0,
        )
        return [...before, ...since].join(' ')
      })
      return alertIn(readPanel(...lines), [...Array(100).keys()], 'brand')
    }
    expect(after(11, 5)).toBeNull()
    expect(after(20, 10)).toMatchObject({ direction: 'up', first: 20 })
  })

  test('is not given if more than a third of the cells stopped answering', () => {
    const lines = Array.from({ length: 40 }, (_, cell) => {
      const usual = Array.from({ length: 11 }, (_, scan) => (cell < (scan % 2 === 0 ? 4 : 8) ? 1 : 0))
      return [...usual, ...Array(5).fill(cell < 26 ? 1 : '.')].join(' ')
    })
    const cells = [...Array(40).keys()]
    expect(alertIn(readPanel(...lines), cells, 'brand')).toBeNull()
    expect(alertIn(readPanel(...lines), cells.slice(0, 39), 'brand')?.direction).toBe('up')
  })
})

/** Whether a project has an alert in any of the tests after its scans, from one number to another. */
const isAlerted = (panel: Panel, cells: number[], from: number, to: number, direction?: string) =>
  Array.from({ length: to - from + 1 }, (_, at) => alertIn(panel, cells, 'brand', from + at)).some(
    (alert) => alert !== null && (direction === undefined || alert.direction === direction),
  )

const engines = 4
const rate = 0.3

test('few unchanged projects have an alert in 52 tests, one after each scan', () => {
  const simulation = createSimulation(6)
  const runs = 100
  // In percent of projects: what the rule's own simulation of 60 tests found at the worst size.
  const most: Record<ProcessName, number> = { calm: 0, typical: 0, shocky: 0, sticky: 4, rough: 8 }
  for (const process of processNames) {
    const alarms = Array.from({ length: runs }, () => {
      const prompts = simulation.pick([5, 15])
      const [seen] = simulation.play({ process, prompts, engines, windows: [67], rate })
      return seen !== undefined && isAlerted(seen.panel, seen.cells, 16, 67)
    })
    expect([process, percent(alarms) <= most[process]]).toEqual([process, true])
  }
})

test('a real rise is confirmed within 30 scans as often as the rule says', () => {
  const simulation = createSimulation(8)
  const runs = 100
  // Prompts with four engines, the rise in logits, and the least percent of projects, as found by 400 runs less chance.
  const cases: [ProcessName, number, number, number][] = [
    ['typical', 15, 0.5, 50],
    ['typical', 15, 1, 98],
    ['typical', 5, 1, 75],
    ['sticky', 15, 1, 75],
    ['rough', 15, 1, 50],
  ]
  for (const [process, prompts, shift, least] of cases) {
    const found = Array.from({ length: runs }, () => {
      const [before, after] = simulation.play({ process, prompts, engines, windows: [60, 30], rate, shift })
      return before && after && isAlerted(join(before.panel, after.panel), before.cells, 61, 90, 'up')
    })
    expect([process, prompts, percent(found) >= least]).toEqual([process, prompts, true])
  }
})

/** One panel of the scans of two. */
function join(before: Panel, after: Panel): Panel {
  const cells = before.answers.length / before.scans
  const both = createPanel(cells, before.scans + after.scans)
  for (const [panel, first] of [
    [before, 0],
    [after, before.scans],
  ] as const)
    for (let cell = 0; cell < cells; cell++)
      for (let scan = 0; scan < panel.scans; scan++) {
        const at = cell * panel.scans + scan
        addAnswers(both, cell, first + scan, panel.answers[at] ?? 0, panel.mentions[at] ?? 0)
      }
  return both
}

const percent = (claims: unknown[]) => (100 * claims.filter(Boolean).length) / claims.length
