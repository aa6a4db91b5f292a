/** What maintainers wrote about a change for their readers: a changeset, a fragment, or a line of a CHANGELOG. */
export type Note = {
  /** Its first paragraph, as plain text with code spans. */
  text: string
  /** The paragraphs after it. */
  detail: string | null
  /** The heading it stands under, the kind of its fragment or the step of its changeset. */
  section: string | null
  isBreaking: boolean
  packages: string[]
  /** Pull requests and issues that it names. */
  numbers: number[]
  /** Commits that it names. */
  shas: string[]
  /** The commit of the range that wrote it. */
  writtenBy: string | null
}

/** How many notes one commit may write and still be what they are about; more is an editor's work. */
export const maxByOneCommit = 4
