import { Button, ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Tally } from '../parts/tally.tsx'
import { paths } from '../paths.ts'

const example = [{ kind: 'wait', count: 24, label: 'to come' }] as const

/** Before the first post. */
export function NoPosts() {
  return (
    <Empty
      title="No posts yet"
      draw={<Tally groups={[...example]} height={28} noun="changes" />}
      actions={
        <>
          <ButtonLink look="primary" href={paths.newPost()}>
            Generate a post
          </ButtonLink>
          <ButtonLink href={`${paths.repositories()}?connect`}>Connect a repository</ButtonLink>
        </>
      }
    >
      A post is written from what happened in your repositories. Of each change it says where it went.
    </Empty>
  )
}

/** Posts there are, but none like that. */
export function NoMatch({ clear }: { clear: () => void }) {
  return <Empty title="No post is like that" actions={<Button onClick={clear}>Clear filters</Button>} />
}
