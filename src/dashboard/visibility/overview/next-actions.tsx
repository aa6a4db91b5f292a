import { CalendarClock, FileWarning, ListPlus, type LucideIcon, PenLine, Plug } from 'lucide-react'
import { useBriefs, useCosts } from '../../data/briefs.ts'
import { type PromptGap, useNewestGaps } from '../../data/gaps.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useProjectSettings } from '../../data/project-data.ts'
import { useTrafficPages } from '../../data/traffic.ts'
import type { Overview } from '../../data/visibility.ts'
import { windowOf } from '../../data/window/window.ts'
import { percent } from '../../kit/charts/words.ts'
import { Section } from '../../kit/page.tsx'
import { Todo } from '../../kit/todo.tsx'
import { findUnreadable } from '../traffic/group-pages.ts'
import * as strings from './strings.ts'
import { findWorst } from './worst-gap.ts'

type Action = { icon: LucideIcon; title: string; text: string; href: string; verb: string }

/** As many as one remembers. */
const most = 3
/** With fewer questions, figures are a first impression only. */
const fewPrompts = 8

const useFailedPages = () => useTrafficPages(windowOf('30', new Date()), '', { failed: true })

/** Whether the records that decide what to do next are still read. */
export function useActionsPending(): boolean {
  return [useNewestGaps(), useBriefs(), useCosts(), useFailedPages(), useProjectSettings()].some(
    ({ isPending }) => isPending,
  )
}

/** What to do next, at most three things. An action that lacks a model or an engine says so and leads to that setting. */
export function NextActions({ basket }: { basket: Overview['brand']['basket'] }) {
  const addressOf = useProjectAddress()
  const gaps = useNewestGaps().data?.promptGaps ?? []
  const { data: briefs = [] } = useBriefs()
  const canWrite = useCosts().data?.obstacle == null
  const { settings, catalog } = useProjectSettings().data ?? {}
  const [unreadable] = findUnreadable(useFailedPages().data ?? [])
  const lacking = basket && basket.prompts > 0 ? fewPrompts - basket.prompts : 0
  const isReady = catalog?.models.some(
    ({ id, missing }) => settings?.engines.includes(id) && missing === null,
  )
  const gap = findWorst(gaps)
  const outlines = briefs.filter(({ status, id }) => status === 'draft' && id !== gap?.brief?.briefId)
  const words = strings.nextActions
  const actions: (Action | false)[] = [
    gap !== null && { icon: PenLine, ...writeFor(gap, canWrite) },
    unreadable !== undefined && {
      icon: FileWarning,
      title: words.repair(unreadable.path),
      text: words.repairText(unreadable.failed, unreadable.visits),
      ...{ href: paths.traffic(), verb: words.repairVerb },
    },
    lacking > 0 && {
      ...{ icon: ListPlus, title: words.add(lacking), text: words.addText },
      ...{ href: paths.prompts(), verb: words.addVerb },
    },
    outlines.length > 0 &&
      canWrite && {
        ...{ icon: PenLine, title: words.review(outlines.length), text: words.reviewText },
        ...{ href: paths.articles(), verb: words.reviewVerb },
      },
    settings?.enabled === false &&
      (isReady
        ? {
            ...{ icon: CalendarClock, title: words.scan, text: words.scanText },
            ...{ href: paths.visibilitySettings(), verb: words.scanVerb },
          }
        : {
            ...{ icon: Plug, title: words.engine, text: words.engineText },
            ...{ href: paths.visibilitySettings(), verb: words.engineVerb },
          }),
  ]
  const shown = actions.filter((action) => action !== false).slice(0, most)
  if (shown.length === 0) return null
  return (
    <Section title={words.title}>
      <ul className="todo">
        {shown.map(({ icon, title, text, href, verb }) => (
          <Todo key={title} icon={icon} title={title} text={text} href={addressOf(href)} action={verb} />
        ))}
      </ul>
    </Section>
  )
}

function writeFor({ prompt, title, rate, competitors, brief }: PromptGap, canWrite: boolean) {
  const words = strings.nextActions
  const named = words.gap(percent(rate ?? 0), title ?? prompt)
  if (!canWrite)
    return {
      title: named,
      text: `${words.competitors(competitors)} ${words.noModel(brief !== null)}`,
      ...{ href: paths.server(), verb: words.modelVerb },
    }
  return brief === null
    ? { title: named, text: words.competitors(competitors), href: paths.gaps(), verb: words.writeVerb }
    : { title: named, text: words.briefReady, href: paths.article(brief.briefId), verb: words.reviewVerb }
}
