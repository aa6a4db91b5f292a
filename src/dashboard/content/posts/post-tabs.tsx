import { paths } from '../../data/paths.ts'
import { Tabs } from '../../kit/tabs.tsx'

const tabs = [
  { href: paths.posts(), label: 'All posts' },
  { href: paths.collections(), label: 'Collections' },
]

/** The tabs: single posts, or collections. */
export function PostTabs({ current }: { current: string }) {
  return <Tabs label="Post lists" tabs={tabs} current={current} />
}
