import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from './notice.tsx'
import { Skeleton } from './skeleton.tsx'

/** What a query brought: bars until it is there, the API's sentence when it failed, else what `children` makes of it. */
export function Loaded<T>({
  query,
  rows,
  skeleton,
  children,
}: {
  query: UseQueryResult<T>
  /** Bars to show while it loads. */
  rows?: number
  /** In the place of bars. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failure error={query.error} retry={() => query.refetch()} />
  return skeleton ?? <Skeleton rows={rows} />
}
