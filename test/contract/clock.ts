// Preloaded into the product's process when a test needs another time of day.
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...parts: [] | [string | number | Date]) {
    super(...((parts.length === 0 ? [RealDate.now() + shift] : parts) as [number]))
  }

  static override now() {
    return RealDate.now() + shift
  }
}

globalThis.Date = ShiftedDate as DateConstructor
