/** Where a post can be sent. */
export const targetKinds = ['github-release', 'pull-request', 'message'] as const
export type TargetKind = (typeof targetKinds)[number]

/** The name of a target: its kind, and the id of its row (of a repository for a release). */
export const formatTarget = (kind: TargetKind, id: string) => `${kind}:${id}`

/** The kind and the id in the name of a target. */
export function parseTarget(target: string): { kind: TargetKind; id: string } {
  const kind = targetKinds.find((each) => target.startsWith(`${each}:`))
  if (!kind) throw new Error(`There is no target ${target}.`)
  return { kind, id: target.slice(kind.length + 1) }
}
