/** An opportunity relative to the greatest one, in five levels; only zero has none (contract geo 9). */
export function levelOf(opportunity: number, greatest: number): number {
  return opportunity > 0 ? Math.max(1, Math.round((opportunity / greatest) * 5)) : 0
}
