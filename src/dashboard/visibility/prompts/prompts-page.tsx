import { lazy, Suspense } from 'react'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useAsked, useQueryState } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { ProjectPage } from '../projects/project-page.tsx'
import { AddPrompt } from './add-prompt.tsx'
import { LazyPromptDialog } from './lazy-prompt-dialog.tsx'
import { PromptList } from './prompt-list.tsx'

const Conversations = lazy(() =>
  import('./conversations/conversations.tsx').then((m) => ({ default: m.Conversations })),
)
const Suggestions = lazy(() =>
  import('./suggestions/suggestions.tsx').then((m) => ({ default: m.Suggestions })),
)
const Answers = lazy(() => import('./answers/answers.tsx').then((m) => ({ default: m.Answers })))
const ImportPrompts = lazy(() => import('./import-prompts.tsx').then((m) => ({ default: m.ImportPrompts })))

const views = { '': PromptList, conversations: Conversations, suggestions: Suggestions, answers: Answers }

const tabs = [
  { href: paths.prompts(), label: 'Prompts' },
  { href: paths.conversations(), label: 'Conversations' },
  { href: paths.suggestions(), label: 'Suggestions' },
  { href: paths.answers(), label: 'Answers' },
]

/** The prompts and their answers. */
export function PromptsPage() {
  const [asked, ask] = useAsked('new')
  const [importing, openImport] = useAsked('import')
  const [tab] = useQueryState('tab')
  const addressOf = useProjectAddress()
  useShortcuts({ p: () => ask(true), n: () => ask(true) })
  const View = views[tab as keyof typeof views] ?? PromptList
  return (
    <ProjectPage
      title="Prompts"
      sub="Questions that scans send to AI engines."
      actions={
        <>
          <Button onClick={() => openImport(true)}>Import CSV</Button>
          <Button look="primary" shortcut="P" onClick={() => ask(true)}>
            Add prompt
          </Button>
        </>
      }
    >
      <Tabs
        label="Prompts"
        tabs={tabs.map((each) => ({ ...each, href: addressOf(each.href) }))}
        current={addressOf(tab ? `${paths.prompts()}?tab=${tab}` : paths.prompts())}
      />
      <Suspense fallback={<Skeleton />}>
        <View />
        {importing && <ImportPrompts onClose={() => openImport(false)} />}
      </Suspense>
      {asked && <AddPrompt onClose={() => ask(false)} />}
      <LazyPromptDialog />
    </ProjectPage>
  )
}
