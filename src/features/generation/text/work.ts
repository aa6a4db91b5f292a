import { type Draft, reasonToSkip } from '../../../changelog/draft.ts'
import { giveUp } from '../../../errors.ts'
import { rebuildMarkdown } from '../../../markdown/rebuild.ts'
import { shorten } from '../../../text/line.ts'
import { type Asking, askAndRepair } from '../../../writer/ask.ts'
import {
  type Evidence,
  faultsOf,
  titleFaults,
  withoutMarks,
  withoutThoughts,
} from '../../../writer/evidence.ts'
import { audienceOf } from '../../../writer/voice.ts'
import { atLength, describeActivity, tagsOf, type WritingBrief, type Written } from '../prompt.ts'
import { lacksModel, textNames } from '../rules.ts'
import { formats, TextAnswer, type TextBrief, textInstructions, withAddresses } from './prompt.ts'
import type { Check, Sources } from './rules.ts'

const mostRecommendations = 2_000

/** Writes a blog or social post; what breaks the format's rules is asked for once more, then the run fails with the reason. */
export async function writeText(asking: Asking | null, brief: TextBrief, draft: Draft): Promise<Written> {
  const { check } = formats[brief.contentType]
  const name = textNames[brief.contentType]
  if (!asking) throw giveUp(lacksModel(name))
  const skipped = reasonToSkip(draft.placed)
  if (skipped !== null) return { skipped, usages: [] }

  const instructions = textInstructions(brief)
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

type Verdict = { faults: string[]; result: Result }
type Result =
  | { skipped: string }
  | { skipped: null; title: string; markdown: string; recommendations: string | null }

function checkAnswer(answer: TextAnswer, check: Check, tags: string[], sources: Sources): Verdict {
  const said = answer.markdown?.trim() ?? ''
  const reason = shorten(withoutMarks(answer.skip ?? ''), 300)
  if (reason !== '' && said === '') {
    return { faults: faultsOf(reason, sources), result: { skipped: reason } }
  }
  const title = withoutMarks(answer.title ?? '')
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
