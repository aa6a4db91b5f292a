import { type Draft, draftChangelog, reasonToSkip } from '../../changelog/draft.ts'
import { giveUp } from '../../errors.ts'
import { plainInline, rebuildMarkdown } from '../../markdown/rebuild.ts'
import { plainLine, shorten } from '../../text/line.ts'
import { type Asking, askAndRepair } from '../../writer/ask.ts'
import { type Evidence, faultsOf, titleFaults, withoutThoughts } from '../../writer/evidence.ts'
import { audienceOf, instructionsFor } from '../../writer/voice.ts'
import {
  type Checked,
  checkBlogPost,
  checkLinkedinPost,
  checkTwitterPost,
  type Sources,
} from './check-text.ts'
import { TextAnswer, type WritingBrief } from './prompt.ts'
import type { Written } from './write-changelog.ts'
import { atLength, describeActivity, productOf, tagsOf } from './write-data.ts'

type TextType = Exclude<WritingBrief['contentType'], 'changelog'>
type Format = { name: string; rules: string[]; check(markdown: string, sources: Sources): Checked }

const plainPost = [
  'markdown: plain text without any Markdown. No hashtags, no emojis, no links, no numbers of pull requests, no commits.',
]

const formats: Record<TextType, Format> = {
  blog_post: {
    name: 'blog post',
    check: checkBlogPost,
    rules: [
      'markdown: the article without its title, 400 to 800 words, a narrative with headings (##), code samples where they help.',
      'Link to a change with its id as the address: [faster exports](c3). No other links. Each bullet of a list about changes links to its source.',
    ],
  },
  linkedin_post: {
    name: 'LinkedIn post',
    check: checkLinkedinPost,
    rules: [
      ...plainPost,
      'About 800 characters, 400 to 1,200 at the most. It opens with a hook of two short lines; then one idea and at most two side updates, in short paragraphs.',
    ],
  },
  twitter_post: {
    name: 'Twitter post',
    check: checkTwitterPost,
    rules: [...plainPost, 'One idea in 100 to 250 characters, never more than 280.'],
  },
}

const mostRecommendations = 2_000

/** Writes a blog or social post; what breaks the format's rules is asked for once more, then the run fails with the reason. */
export async function writeText(
  asking: Asking | null,
  brief: WritingBrief & { contentType: TextType },
): Promise<Written> {
  const { name, rules, check } = formats[brief.contentType]
  if (!asking)
    throw giveUp(
      `A ${name} takes a model to write: set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL; changelogs work without.`,
    )
  const draft = draftChangelog(brief.activities, productOf(brief))
  const skipped = reasonToSkip(draft.placed)
  if (skipped !== null) return { skipped, usages: [] }

  const instructions = instructionsFor(brief, `You write a ${name} about the activity in the message.`, [
    ...common,
    ...rules,
  ])
  const { text: prompt, ids } = describeActivity(brief, draft, instructions, atLength)
  const sources = sourcesOf(brief, draft, { ...instructions, data: prompt }, (id) => ids.get(id)?.url ?? null)
  const { verdict, usages } = await askAndRepair(
    asking,
    { schema: TextAnswer, instructions, prompt, keep: withAddresses((id) => ids.get(id)?.url) },
    {
      judge: (answer, isLast) =>
        checkAnswer(answer, check, tagsOf(brief), isLast ? leavingOut(sources) : sources),
      insist: true,
    },
  )
  if (!verdict || verdict.faults.length > 0)
    throw giveUp(
      shorten(
        `The model did not write a ${name} that can be used. ${verdict?.faults.join(' ') ?? ''}`.trim(),
        300,
      ),
    )
  return { ...verdict.result, usages }
}

const common = [
  'Answer with a JSON object of the fields title, markdown, recommendations and skip.',
  'title: at most 120 characters, plain text, without numbers of pull requests, commits or tags.',
  'recommendations: one or two sentences to the editor about what to check before publishing, or null.',
  'skip: null, unless nothing in the activity is worth telling the audience; then the reason in at most 300 characters, and no title or markdown.',
]

type Verdict = { faults: string[]; result: Result }
type Result =
  | { skipped: string }
  | { skipped: null; title: string; markdown: string; recommendations: string | null }

function checkAnswer(answer: TextAnswer, check: Format['check'], tags: string[], sources: Sources): Verdict {
  const said = answer.markdown?.trim() ?? ''
  const reason = shorten(plainLine(plainInline(withoutThoughts(answer.skip ?? '', 1_000))), 300)
  if (reason !== '' && said === '') {
    return { faults: faultsOf(reason, sources), result: { skipped: reason } }
  }
  const title = plainLine(plainInline(withoutThoughts(answer.title ?? '', 1_000)))
  const { markdown, faults } = check(said, sources)
  return {
    faults: [...titleFaults(title, tags), ...faultsOf(title, sources), ...faults],
    result: {
      skipped: null,
      title,
      markdown,
      recommendations: checkRecommendations(answer.recommendations, sources),
    },
  }
}

function checkRecommendations(text: string | null | undefined, sources: Sources): string | null {
  const said = withoutThoughts(text ?? '', mostRecommendations)
  const rebuilt = rebuildMarkdown(said, { resolve: sources.resolve }).trim()
  return rebuilt === '' || faultsOf(rebuilt, sources).length > 0 ? null : rebuilt
}

/** Ids in links become addresses before the answer is kept: after a restart the same id might mean another change. */
function withAddresses(urlOf: (id: string) => string | null | undefined) {
  return (answer: TextAnswer): TextAnswer => ({
    ...answer,
    markdown: answer.markdown?.replace(/\]\((c\d+)\)/g, (link, id: string) => {
      const url = urlOf(id)
      return url ? `](${url})` : link
    }),
  })
}

function sourcesOf(
  { activities, voice, contentType }: WritingBrief,
  { changes }: Draft,
  evidence: Evidence,
  urlOf: (id: string) => string | null,
): Sources {
  const known = new Set(changes.flatMap(({ url }) => url ?? []))
  for (const { repository, releases } of activities) {
    if (!repository) continue
    known.add(repository.url)
    for (const { tagName } of releases)
      known.add(`${repository.url}/releases/tag/${encodeURIComponent(tagName)}`)
  }
  return {
    ...evidence,
    resolve: (href) => (known.has(href) ? href : urlOf(href)),
    numbers: new Set(changes.flatMap(({ number }) => number ?? [])),
    // Without an address there is nothing that a bullet could link to.
    bullets:
      contentType === 'blog_post' && audienceOf(voice) === 'developers' && known.size > 0 ? 'linked' : 'any',
  }
}

/** Sources of a last draft: what is not linked cannot be asked for again, so it goes. */
function leavingOut(sources: Sources): Sources {
  return { ...sources, bullets: sources.bullets === 'any' ? 'any' : 'linked or left out' }
}
