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
import * as strings from './strings.ts'

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
  { href: paths.prompts(), label: strings.promptsPage.prompts },
  { href: paths.conversations(), label: strings.promptsPage.conversations },
  { href: paths.suggestions(), label: strings.promptsPage.suggestions },
  { href: paths.answers(), label: strings.promptsPage.answers },
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
      title={strings.promptsPage.prompts}
      sub={strings.promptsPage.subtitle}
      actions={
        <>
          <Button onClick={() => openImport(true)}>{strings.promptsPage.importCsv}</Button>
          <Button look="primary" shortcut="P" onClick={() => ask(true)}>
            {strings.promptsPage.addPrompt}
          </Button>
        </>
      }
    >
      <Tabs
        label={strings.promptsPage.prompts}
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
