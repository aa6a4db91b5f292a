import { paths } from '../../data/paths.ts'
import { Tabs } from '../../kit/tabs.tsx'
import * as strings from './strings.ts'

const tabs = [
  { href: paths.posts(), label: strings.postTabs.allPosts },
  { href: paths.collections(), label: strings.postTabs.collections },
]

/** The tabs: single posts, or collections. */
export function PostTabs({ current }: { current: string }) {
  return <Tabs label={strings.postTabs.postLists} tabs={tabs} current={current} />
}
