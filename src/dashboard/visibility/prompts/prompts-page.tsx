import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useAsked, useQueryState } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { ProjectPage } from '../projects/project-page.tsx'
import { AddPrompt } from './add-prompt.tsx'
import { LazyPromptDialog } from './lazy-prompt-dialog.tsx'
import { PromptList } from './prompt-list.tsx'

const Conversations = lazyView(
  () => import('./conversations/conversations.tsx').then((m) => m.Conversations),
  <Skeleton />,
)
const Suggestions = lazyView(
  () => import('./suggestions/suggestions.tsx').then((m) => m.Suggestions),
  <Skeleton />,
)
const Answers = lazyView(() => import('./answers/answers.tsx').then((m) => m.Answers), <Skeleton />)
const ImportPrompts = lazyView(() => import('./import-prompts.tsx').then((m) => m.ImportPrompts))

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
      <View />
      {importing && <ImportPrompts onClose={() => openImport(false)} />}
      {asked && <AddPrompt onClose={() => ask(false)} />}
      <LazyPromptDialog />
    </ProjectPage>
  )
}
