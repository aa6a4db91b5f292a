import { paths } from '../../data/paths.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'

/** The empty state without any post. */
export function NoPosts() {
  return (
    <Empty
      title="No posts yet"
      pending={24}
      actions={
        <>
          <ButtonLink look="primary" href={paths.newPost()}>
            Generate a post
          </ButtonLink>
          <ButtonLink href={`${paths.repositories()}?connect`}>Connect a repository</ButtonLink>
        </>
      }
    >
      Herald writes posts from the pull requests, commits and releases in your repositories.
    </Empty>
  )
}

/** The empty state of a filtered list. */
export function NoMatch({ clear }: { clear: () => void }) {
  return (
    <Empty title="No posts match these filters" actions={<Button onClick={clear}>Clear filters</Button>} />
  )
}
