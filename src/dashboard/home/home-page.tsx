import { useState } from 'react'
import { type Home, useHome } from '../data/home.ts'
import { Loaded } from '../kit/loaded.tsx'
import { PageHead } from '../kit/page.tsx'
import { FirstRun } from './first-run.tsx'
import * as strings from './strings.ts'
import { Today } from './today.tsx'

/** The pending items; before the first post, the three first steps. */
export function HomePage() {
  const home = useHome()
  if (home.data) return <Chosen home={home.data} />
  return (
    <>
      <PageHead title={strings.homePage.title} />
      <Loaded query={home}>{() => null}</Loaded>
    </>
  )
}

/** A user who began with the first steps sees them until the next visit. */
function Chosen({ home }: { home: Home }) {
  const [isFirstRun] = useState(!home.hasPost)
  return isFirstRun ? <FirstRun home={home} /> : <Today home={home} />
}
