import { paths } from '../../data/paths.ts'
import { Tabs } from '../../kit/tabs.tsx'

const tabs = [
  { href: paths.chats(), label: 'Chats' },
  { href: paths.sessions(), label: 'Sessions' },
]

/** The tabs Chats and Sessions. */
export const TalkTabs = ({ current }: { current: string }) => (
  <Tabs label="Chats and sessions" tabs={tabs} current={current} />
)
