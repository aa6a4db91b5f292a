/** A maintainers' note for users: a changeset, a fragment, or a line of a CHANGELOG. */
export type Note = {
  /** Its first paragraph, as plain text with code spans. */
  text: string
  /** The further paragraphs. */
  detail: string | null
  /** Its heading, the kind of its fragment or the step of its changeset. */
  section: string | null
  isBreaking: boolean
  packages: string[]
  /** Pull requests and issues that it names. */
  numbers: number[]
  /** Commits that it names. */
  shas: string[]
  /** The commit of the range that added it. */
  writtenBy: string | null
}

/** How many notes one commit may add and still be their subject; more is editing. */
export const maxByOneCommit = 4
