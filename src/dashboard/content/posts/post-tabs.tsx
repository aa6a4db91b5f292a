import { paths } from '../../data/paths.ts'
import { Tabs } from '../../kit/tabs.tsx'

const tabs = [
  { href: paths.posts(), label: 'All posts' },
  { href: paths.collections(), label: 'Collections' },
]

/** The two ways to look at posts: each by itself, or with those that were written from the same activity. */
export function PostTabs({ current }: { current: string }) {
  return <Tabs label="Post lists" tabs={tabs} current={current} />
}
