import { CalendarClock, ListPlus, ListTree, type LucideIcon, PenLine } from 'lucide-react'
import { useBriefs } from '../../data/briefs.ts'
import { useNewestGaps } from '../../data/gaps.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useProjectSettings } from '../../data/project-data.ts'
import type { Overview } from '../../data/visibility.ts'
import { Section } from '../../kit/page.tsx'
import { Todo } from '../../kit/todo.tsx'
import * as strings from './strings.ts'

type Action = { icon: LucideIcon; title: string; text: string; href: string; verb: string }

/** As many as one remembers. */
const most = 3
/** With fewer questions, figures are a first impression only. */
const fewPrompts = 8

/** Whether the records that decide what to do next are still read. */
export function useActionsPending(): boolean {
  return [useNewestGaps(), useBriefs(), useProjectSettings()].some(({ isPending }) => isPending)
}

/** What to do next, at most three things. */
export function NextActions({ basket }: { basket: Overview['brand']['basket'] }) {
  const addressOf = useProjectAddress()
  const gaps = useNewestGaps().data?.promptGaps ?? []
  const { data: briefs = [] } = useBriefs()
  const settings = useProjectSettings().data?.settings
  const outlines = briefs.filter(({ status }) => status === 'draft').length
  const gap = gaps.find((each) => each.brief === null && each.confident) ?? null
  const lacking = basket && basket.prompts > 0 ? fewPrompts - basket.prompts : 0
  const actions: (Action | false)[] = [
    outlines > 0 && {
      ...{
        icon: ListTree,
        title: strings.nextActions.review(outlines),
        text: strings.nextActions.reviewText,
      },
      ...{ href: paths.articles(), verb: strings.nextActions.reviewVerb },
    },
    gap !== null && {
      icon: PenLine,
      title: strings.nextActions.write(gap.title ?? gap.prompt),
      text: strings.nextActions.writeText(gap.competitors, gap.engines.length),
      ...{ href: paths.gaps(), verb: strings.nextActions.writeVerb },
    },
    lacking > 0 && {
      ...{ icon: ListPlus, title: strings.nextActions.add(lacking), text: strings.nextActions.addText },
      ...{ href: paths.prompts(), verb: strings.nextActions.addVerb },
    },
    settings?.enabled === false && {
      ...{ icon: CalendarClock, title: strings.nextActions.scan, text: strings.nextActions.scanText },
      ...{ href: paths.visibilitySettings(), verb: strings.nextActions.scanVerb },
    },
  ]
  const shown = actions.filter((action) => action !== false).slice(0, most)
  if (shown.length === 0) return null
  return (
    <Section title={strings.nextActions.title}>
      <ul className="todo">
        {shown.map(({ icon, title, text, href, verb }) => (
          <Todo key={title} icon={icon} title={title} text={text} href={addressOf(href)} action={verb} />
        ))}
      </ul>
    </Section>
  )
}
