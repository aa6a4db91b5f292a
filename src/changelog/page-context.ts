import type { ListedChange } from './placed.ts'

/** The texts of the changes of a page, in the form that its layout asks for. */
export type PageContext = {
  /** Whether a long history without pull requests is grouped by area. */
  isGrouped: boolean
  titleOf(item: ListedChange): string
  /** The sentence of a highlight; empty without one. */
  sentenceOf(item: ListedChange): string
  /** Links and credits of a change, except for advisories that the shown text names. */
  referencesOf(item: ListedChange, shown: string): string
  /** A text that links to the comparison, if there is one. */
  linkToAll(text: string): string
}
