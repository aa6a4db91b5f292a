import { useLocation } from 'wouter'
import { useFormats, useGenerate, usePreview } from '../../data/generation.ts'
import { paths } from '../../data/paths.ts'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { Activity } from './activity.tsx'
import { useChoice } from './choice.ts'
import { Order } from './order.tsx'
import { groupsOf } from './preview.ts'
import { isNothing, requestOf, type Source, selectionOf, sourcesOf } from './request.ts'
import { Sources } from './sources.tsx'
import * as strings from './strings.ts'

/** The activity on the left, the formats on the right. */
export function Chooser({ all }: { all: Source[] }) {
  const [, navigate] = useLocation()
  const choice = useChoice(all)
  const offers = useFormats().data?.formats ?? []
  const wanted = { lookbackWindow: choice.window.value, ...sourcesOf(choice.sources, all) }
  // Several quick choices make one request: the preview is limited to 20 a minute.
  const settled = useSettled(wanted)
  const preview = usePreview(settled.value)
  const generate = useGenerate()

  const happened = settled.isSettled ? preview.data : undefined
  const selection = happened && selectionOf(happened, choice.turned)
  const formats = choice.formats.filter(
    (format) => !offers.find(({ contentType }) => contentType === format)?.obstacle,
  )
  const missing = missingOf()

  function missingOf(): string | null {
    if (formats.length === 0) return strings.chooser.chooseFormat
    if (happened && groupsOf(happened).length === 0) return strings.chooser.noActivityToWriteAbout
    if (isNothing(selection)) return strings.chooser.selectAtLeastOneItem
    // An item that was deselected must not be included because the preview is not loaded yet.
    if (!happened && choice.turned.size > 0) return strings.chooser.loadingSelectedActivity
    return null
  }
  function start() {
    if (missing !== null || generate.isPending) return
    generate.mutate(requestOf(wanted, formats, choice.brand, selection), {
      onSuccess: ({ jobs, collection }) => {
        const runIds = jobs.map(({ id }) => id)
        navigate(paths.writing(runIds, collection.id))
      },
    })
  }
  useShortcuts({ 'mod+Enter': start })

  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_var(--ledger)]">
      <div>
        <Sources all={all} choice={choice} />
        <Activity preview={preview} choice={choice} />
      </div>
      <Order {...{ choice, offers, formats, missing, generate, start }} />
    </div>
  )
}
