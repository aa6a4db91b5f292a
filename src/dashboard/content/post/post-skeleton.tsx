import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { useTitle } from '../../kit/page.tsx'
import * as strings from './strings.ts'

const lines = ['w-full', 'w-11/12', 'w-4/5', 'w-1/3', 'w-full', 'w-3/4', 'w-1/4', 'w-2/3', 'w-4/5', 'w-3/5']

/** The skeleton of a post: title, details, tabs and text on the left, the ledger on the right. */
export function PostSkeleton() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150)
    return () => clearTimeout(timer)
  }, [])
  useTitle(strings.postSkeleton.post)
  return (
    <div className="post">
      <div>
        <div className="head">
          <h1 className="sr">{strings.postSkeleton.post}</h1>
          <div className="crumbs">
            <Link href={paths.posts()}>{strings.postSkeleton.posts}</Link>
          </div>
        </div>
        {shown && (
          <div role="status" aria-label={strings.postSkeleton.loading}>
            <span className="skeleton h-6 w-4/5" />
            <span className="skeleton mt-5 w-2/5" />
            <div className="tabs mt-6 pb-4">
              {[strings.postSkeleton.write, strings.postSkeleton.preview, strings.postSkeleton.changes].map(
                (tab) => (
                  <span key={tab} className="skeleton w-16 p-0" />
                ),
              )}
            </div>
            <TextSkeleton />
          </div>
        )}
      </div>
      <aside className="ledger" aria-hidden="true">
        {shown && (
          <>
            <span className="skeleton mt-2 w-1/4" />
            <span className="skeleton mt-5 h-7 w-3/5" />
            <Bars />
          </>
        )}
      </aside>
    </div>
  )
}

/** The skeleton of the text. */
export function TextSkeleton() {
  return (
    <div className="write ps-(--hang)">
      <Bars />
    </div>
  )
}

function Bars() {
  return (
    <div className="mt-6 grid gap-5">
      {lines.map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike
        <span key={line} className={`skeleton ${width}`} />
      ))}
    </div>
  )
}
