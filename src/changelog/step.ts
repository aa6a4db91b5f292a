/** The step from one version to another; null if either is not a version. */
export function stepOf(from: string | null, to: string): 'major' | 'minor' | 'patch' | null {
  const before = numbersOf(from ?? '')
  const after = numbersOf(to)
  if (!before || !after) return null
  if (before[0] !== after[0]) return 'major'
  // Before 1.0 the second number marks breaking changes.
  if (before[1] !== after[1]) return after[0] === 0 ? 'major' : 'minor'
  return 'patch'
}

function numbersOf(tag: string): [number, number] | null {
  const [, major, minor] = /(?:^|[@/_v-])(\d+)\.(\d+)(?:\.\d+)*(?:[-+.]\w[\w.-]*)?$/.exec(tag) ?? []
  return major && minor ? [Number(major), Number(minor)] : null
}
