import { paths } from '../../data/paths.ts'
import { Tabs } from '../../kit/tabs.tsx'

const tabs = [
  { href: paths.chats(), label: 'Chats' },
  { href: paths.sessions(), label: 'Sessions' },
]

/** The two ways to talk with Herald: answered while one waits, or worked on by itself. */
export const TalkTabs = ({ current }: { current: string }) => (
  <Tabs label="Chats and sessions" tabs={tabs} current={current} />
)
