import type { Static } from '@sinclair/typebox'
import { t } from 'elysia'
import { type Instructions, instructionsFor } from '../../../writer/voice.ts'
import type { WritingBrief } from '../prompt.ts'
import { textNames } from '../rules.ts'
import {
  type Check,
  checkBlogPost,
  checkLinkedinPost,
  checkXPost,
  type LayOutText,
  layOutBlogPost,
  layOutSocialPost,
} from './text-layout.ts'

export const TextAnswer = t.Object({
  title: t.Optional(t.Nullable(t.String())),
  markdown: t.Optional(t.Nullable(t.String())),
  recommendations: t.Optional(t.Nullable(t.String())),
  skip: t.Optional(t.Nullable(t.String())),
})
export type TextAnswer = Static<typeof TextAnswer>

export type TextBrief = WritingBrief & { contentType: TextType }
export type TextType = Exclude<WritingBrief['contentType'], 'changelog'>
type Format = { rules: string[]; layOut: LayOutText; check: Check }

const plainPost = [
  'markdown: plain text without any Markdown. No hashtags, no emojis, no links, no numbers of pull requests, no commits.',
]

/** The instructions for each format, and the layout and checks of its answer (contract 19.4). */
export const formats: Record<TextType, Format> = {
  blog_post: {
    layOut: layOutBlogPost,
    check: checkBlogPost,
    rules: [
      'markdown: the article without its title, 400 to 800 words, a narrative with headings (##), code samples where they help.',
      'Link to a change with its id as the address: [faster exports](c3). No other links. Each bullet of a list about changes links to its source.',
    ],
  },
  linkedin_post: {
    layOut: layOutSocialPost,
    check: checkLinkedinPost,
    rules: [
      ...plainPost,
      'About 800 characters, 400 to 1,200 at the most. It opens with a hook of two short lines; then one idea and at most two side updates, in short paragraphs.',
    ],
  },
  twitter_post: {
    layOut: layOutSocialPost,
    check: checkXPost,
    rules: [...plainPost, 'One idea in 100 to 250 characters, never more than 280.'],
  },
}

const common = [
  'Answer with a JSON object of the fields title, markdown, recommendations and skip.',
  'title: at most 120 characters, plain text, without numbers of pull requests, commits or tags.',
  'recommendations: one or two sentences to the editor about what to check before publishing, or null.',
  'skip: null, unless nothing in the activity is relevant to the audience; then the reason in at most 300 characters, and no title or markdown.',
]

/** Returns the instructions for a post of a format. */
export function textInstructions(brief: TextBrief): Instructions {
  const { rules } = formats[brief.contentType]
  return instructionsFor(
    brief,
    `You write ${textNames[brief.contentType]} about the activity in the message.`,
    [...common, ...rules],
  )
}

/**
 * Replaces ids in links by addresses before the answer is stored: after a restart the same id might mean
 * another change.
 */
export function withAddresses(urlOf: (id: string) => string | null | undefined) {
  return (answer: TextAnswer): TextAnswer => ({
    ...answer,
    markdown: answer.markdown?.replace(/\]\((c\d+)\)/g, (link, id: string) => {
      const url = urlOf(id)
      return url ? `](${url})` : link
    }),
  })
}
