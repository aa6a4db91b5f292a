/** Scrolls only the panel to an entry. */
export function bringIntoView(panel: HTMLElement | null, place: number) {
  const row = panel?.querySelector<HTMLElement>(`[data-entry="${place}"]`)
  if (!panel || !row || panel.scrollHeight <= panel.clientHeight) return
  const { top, bottom } = row.getBoundingClientRect()
  const frame = panel.getBoundingClientRect()
  if (top < frame.top) panel.scrollTop -= frame.top - top + 48
  else if (bottom > frame.bottom) panel.scrollTop += bottom - frame.bottom + 48
}
