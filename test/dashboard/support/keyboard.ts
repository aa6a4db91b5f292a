import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

/**
 * Goes through a page with Tab alone, or through the part of it that a selector names: every control is reached, shows
 * the focus, and releases it. Where a dialog is open, its controls are the page.
 */
export async function expectKeyboardReachesAll(page: Page, part?: string) {
  if (part) await page.locator(part).focus()
  const controls = await listControls(page, part)
  // Two rounds are enough from any focus position; a trap shows as controls that were never reached.
  let reached = await readReached(page)
  for (let presses = 0; presses < 3 * controls.length && reached.length < controls.length; ) {
    const left = controls.length - reached.length
    // Sent together: the browser handles them in order, without a round trip between two.
    await Promise.all(Array.from({ length: left }, () => page.keyboard.press('Tab')))
    presses += left
    reached = await readReached(page)
  }
  const missed = controls.filter((_, index) => !reached.some((stop) => stop.index === index))
  expect({ missed }).toEqual({ missed: [] })
  const unmarked = reached.filter(({ isMarked }) => !isMarked).map(({ index }) => controls[index])
  expect({ unmarked }).toEqual({ unmarked: [] })
}

/** Numbers what the keyboard has to reach and gives its names; from now on each notes that it is reached. */
function listControls(page: Page, part = ':root'): Promise<string[]> {
  return page.evaluate((part) => {
    const dialog = [...document.querySelectorAll('dialog')].findLast((each) => each.matches(':modal'))
    const place = dialog ?? document.querySelector(part) ?? document
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
    const isMarked = (element: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    }
    for (const [index, control] of controls.entries()) {
      control.dataset.stop = String(index)
      delete control.dataset.reached
      control.addEventListener('focus', () => {
        // What holds a field may wear the ring for it.
        const wearers = [control, control.parentElement, control.closest('label'), control.nextElementSibling]
        const isSeen = wearers.some((each) => each !== null && isMarked(each))
        control.dataset.reached = control.matches(':focus-visible') && isSeen ? 'marked' : 'unmarked'
      })
    }
    return controls.map(({ outerHTML }) => outerHTML.slice(0, 160))
  }, part)
}

/** The controls that had the focus, and whether one saw it. */
function readReached(page: Page): Promise<{ index: number; isMarked: boolean }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-reached]')].map(({ dataset: { stop, reached } }) => ({
      index: Number(stop),
      isMarked: reached === 'marked',
    })),
  )
}
