import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

type Stop = { name: string; isVisible: boolean }

/**
 * Goes through a page with Tab alone: every control is reached, shows that it is, and lets go again. Where a dialog is
 * open, its controls are the page.
 */
export async function expectKeyboardReachesAll(page: Page) {
  const controls = await listControls(page)
  const reached = new Map<number, Stop>()
  // Twice round is enough from wherever the focus stood; a trap shows as controls that were never reached.
  for (let press = 0; press < controls.length * 2 + 10 && reached.size < controls.length; press++) {
    await page.keyboard.press('Tab')
    const stop = await readFocus(page)
    if (stop) reached.set(stop.index, stop)
  }
  const missed = controls.filter((_, index) => !reached.has(index))
  expect({ missed }).toEqual({ missed: [] })
  const unmarked = [...reached.values()].filter(({ isVisible }) => !isVisible).map(({ name }) => name)
  expect({ unmarked }).toEqual({ unmarked: [] })
}

/** Numbers what the keyboard has to reach and gives its names. */
function listControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const place =
      [...document.querySelectorAll('dialog')].findLast((each) => each.matches(':modal')) ?? document
    const selector = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'
    const isReachable = (element: HTMLElement) => {
      if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]')) return false
      if (!element.checkVisibility({ visibilityProperty: true })) return false
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
      // A group of radio buttons is one stop.
      const group = [...document.querySelectorAll<HTMLInputElement>(`input[name="${element.name}"]`)]
      return element === (group.find(({ checked }) => checked) ?? group[0])
    }
    const controls = [...place.querySelectorAll<HTMLElement>(selector)].filter(isReachable)
    for (const [index, control] of controls.entries()) control.dataset.stop = String(index)
    return controls.map(({ outerHTML }) => outerHTML.slice(0, 160))
  })
}

/** The control that has the focus; null where it is on none. */
function readFocus(page: Page): Promise<(Stop & { index: number }) | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused.dataset.stop === undefined) return null
    const isMarked = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    }
    // What holds a field may wear the ring for it.
    const wearers = [focused, focused.parentElement, focused.closest('label'), focused.nextElementSibling]
    return {
      index: Number(focused.dataset.stop),
      name: focused.outerHTML.slice(0, 160),
      isVisible: focused.matches(':focus-visible') && wearers.some((each) => each !== null && isMarked(each)),
    }
  })
}
