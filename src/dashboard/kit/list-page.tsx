import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Empty } from './empty.tsx'
import { Loaded } from './loaded.tsx'
import { PageHead } from './page.tsx'

/** A page that lists records. Its action is in the head, or in the empty state if there are no records. */
export function ListPage<Data>({
  query,
  rows = 4,
  isEmpty,
  empty,
  action,
  below,
  children,
  ...head
}: Pick<ComponentProps<typeof PageHead>, 'title' | 'sub' | 'manual'> & {
  query: UseQueryResult<Data>
  /** Bars to show while it loads. */
  rows?: number
  isEmpty: (data: Data) => boolean
  empty: ComponentProps<typeof Empty>
  action: ReactNode
  /** Shown below the list, also while it is empty. */
  below?: (data: Data) => ReactNode
  children: (data: Data) => ReactNode
}) {
  return (
    <>
      <PageHead {...head}>{query.data !== undefined && !isEmpty(query.data) && action}</PageHead>
      <Loaded query={query} rows={rows}>
        {(data) => (
          <>
            {isEmpty(data) ? <Empty actions={action} {...empty} /> : children(data)}
            {below?.(data)}
          </>
        )}
      </Loaded>
    </>
  )
}
