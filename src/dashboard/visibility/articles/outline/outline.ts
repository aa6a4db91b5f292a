import type { Brief, Document } from '../../../data/briefs.ts'
import * as strings from './strings.ts'

/** A line of a list; it keeps its key when it is moved. */
export type Line = { key: number; text: string }
export type OutlineSection = { key: number; heading: string; goal: string; claims: Line[] }
export type InternalLink = { key: number; url: string; anchor: string; why: string }

/** A further prompt that the article answers. */
export type Variant = Brief['variants'][number]

/** The edited fields of a brief. */
export type Outline = {
  workingTitle: string
  audience: string
  intent: string
  jobToBeDone: string
  sections: OutlineSection[]
  questions: Line[]
  links: InternalLink[]
  checklist: Line[]
  variants: Variant[]
}

/** The maximum number of each (contract geo 10). */
export const maxLines = { sections: 10, claims: 6, questions: 8, links: 8, checklist: 12, variants: 4 }
export const minSections = 3

let keys = 0
export const newLine = (text = ''): Line => ({ key: ++keys, text })
export const newSection = (): OutlineSection => ({ key: ++keys, heading: '', goal: '', claims: [] })
export const newInternalLink = (url: string): InternalLink => ({ key: ++keys, url, anchor: '', why: '' })

export function toOutline({
  brief: document,
  variants,
}: Pick<Brief, 'variants'> & { brief: Document }): Outline {
  const { workingTitle, audience, intent, jobToBeDone } = document
  return {
    ...{ workingTitle, audience, intent, jobToBeDone },
    sections: document.sections.map(({ heading, goal, claims }) => ({
      ...{ key: ++keys, heading, goal },
      claims: claims.map(newLine),
    })),
    questions: document.questionsToAnswer.map(newLine),
    links: document.internalLinks.map((link) => ({ ...link, key: ++keys })),
    checklist: document.acceptanceChecklist.map(newLine),
    variants,
  }
}

/** The edited fields for a save, without empty lines. */
export function toPatch({ sections, questions, links, checklist, variants, ...texts }: Outline) {
  const { workingTitle, audience, intent, jobToBeDone } = texts
  return {
    workingTitle: workingTitle.trim(),
    audience: audience.trim(),
    intent: intent.trim(),
    jobToBeDone: jobToBeDone.trim(),
    sections: sections.map(({ heading, goal, claims }) => ({
      heading: heading.trim(),
      goal: goal.trim(),
      claims: said(claims),
    })),
    questionsToAnswer: said(questions),
    internalLinks: links.map(({ url, anchor, why }) => ({ url, anchor: anchor.trim(), why: why.trim() })),
    acceptanceChecklist: said(checklist),
    variantPromptIds: variants.map(({ id }) => id),
  }
}

export type Patch = ReturnType<typeof toPatch>

const said = (lines: Line[]) => lines.map(({ text }) => text.trim()).filter(Boolean)

/** The missing field that prevents a save; null if there is none. */
export function missingIn({ workingTitle, audience, intent, jobToBeDone, sections, links }: Outline) {
  const lacking = [
    [strings.outline.workingTitle, workingTitle],
    [strings.outline.audience, audience],
    [strings.outline.intent, intent],
    [strings.outline.jobToBeDone, jobToBeDone],
    ...sections.flatMap(({ heading, goal }, place) => [
      [strings.outline.headingOf(place + 1), heading],
      [strings.outline.goalOf(place + 1), goal],
    ]),
    ...links.flatMap(({ anchor, why }, place) => [
      [strings.outline.linkTextOf(place + 1), anchor],
      [strings.outline.reasonOf(place + 1), why],
    ]),
  ].find(([, text]) => text?.trim() === '')
  return lacking ? strings.outline.enter(lacking[0]) : null
}

/** A list with one item moved by a number of places, at most to the ends. */
export function moved<Of>(list: Of[], from: number, step: 1 | -1): Of[] {
  const to = from + step
  if (to < 0 || to >= list.length) return list
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** A single line without line breaks. */
export const onOneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ')

/** A list with one changed item. */
export const changed = <Of extends { key: number }>(list: Of[], key: number, patch: Partial<Of>): Of[] =>
  list.map((each) => (each.key === key ? { ...each, ...patch } : each))
