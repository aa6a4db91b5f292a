/** Where a post can be sent. */
export const destinationKinds = ['github-release', 'pull-request', 'message'] as const
export type DestinationKind = (typeof destinationKinds)[number]

/** The name of a target: its kind, and the id of its row (of a repository for a release). */
export const formatDestinationKey = (kind: DestinationKind, id: string) => `${kind}:${id}`

/** The kind and the id in the name of a target. */
export function parseDestinationKey(target: string): { kind: DestinationKind; id: string } {
  const kind = destinationKinds.find((each) => target.startsWith(`${each}:`))
  if (!kind) throw new Error(`There is no destination ${target}.`)
  return { kind, id: target.slice(kind.length + 1) }
}
