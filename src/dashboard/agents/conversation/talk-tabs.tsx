import { paths } from '../../data/paths.ts'
import { Tabs } from '../../kit/tabs.tsx'
import * as strings from './strings.ts'

const tabs = [
  { href: paths.chats(), label: strings.talkTabs.chats },
  { href: paths.sessions(), label: strings.talkTabs.sessions },
]

/** The tabs Chats and Sessions. */
export const TalkTabs = ({ current }: { current: string }) => (
  <Tabs label={strings.talkTabs.chatsAndSessions} tabs={tabs} current={current} />
)
