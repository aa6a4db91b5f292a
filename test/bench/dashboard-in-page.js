// Runs in the page that is measured, before all of its own.

/** When the frame is on the screen that shows a list of so many rows, in the page's own milliseconds. */
globalThis.untilListed = (count) =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`There is no list of ${count} rows on this page.`)), 15_000)
    const observer = new MutationObserver(() => {
      if (document.querySelectorAll('main tbody tr').length < count) return
      observer.disconnect()
      // A task that a frame has queued is run when the frame is drawn.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })

/** When the last byte of a path's answers was there. */
globalThis.arrivalOf = (path) => {
  const answers = performance
    .getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname === path)
  return Math.max(...answers.map(({ responseEnd }) => responseEnd))
}

/** How long the next click takes until a frame shows what it did, as the browser itself tells it. */
globalThis.untilClickIsPainted = () =>
  new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const clicks = list.getEntries().filter(({ name }) => name === 'click')
      if (clicks.length > 0) resolve(Math.max(...clicks.map(({ duration }) => duration)))
    })
    observer.observe({ type: 'event', durationThreshold: 16 })
  })
