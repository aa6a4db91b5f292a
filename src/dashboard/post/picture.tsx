import { Link } from 'wouter'
import { Button } from '../parts/button.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Failure } from '../parts/notice.tsx'
import { Status } from '../parts/status.tsx'
import { paths } from '../paths.ts'
import type { Draft } from './draft/draft.ts'
import { type Post, useDrawPicture, usePicture } from './queries.ts'

/** A post that is a picture. */
export function Picture({ post, draft }: { post: Post; draft: Draft<Post> }) {
  const isOurs = post.rawHtml === null && /\/images\/[0-9a-f]+\.png$/.test(post.content)
  return (
    <section className="picture" aria-label="Picture">
      {isOurs ? (
        <Shown url={post.content} title={post.title} />
      ) : (
        <p className="muted">This picture is kept elsewhere.</p>
      )}
      <Draw post={post} draft={draft} verb="Draw anew" busy="Drawing" />
      <p className="muted small">It is drawn from the title and the highlights.</p>
    </section>
  )
}

/** The picture that stands for a post elsewhere: seen, made, made anew. */
export function PictureOf({ post, draft }: { post: Post; draft: Draft<Post> }) {
  const query = usePicture(post.id)
  return (
    <div className="picture">
      <Loaded query={query} rows={2}>
        {({ picture }) =>
          picture ? (
            <>
              <Shown url={picture.url} title={post.title} />
              <p className="row">
                {picture.status === 'draft' ? (
                  <Status state="draft">Draft</Status>
                ) : (
                  <Status state="live">Published</Status>
                )}
                <span className="muted">
                  {picture.status === 'draft'
                    ? 'It is shown with the post once it is published.'
                    : 'It is shown with the post.'}
                </span>
                <Link href={paths.post(picture.id)}>Open the picture</Link>
              </p>
              <Draw post={post} draft={draft} verb="Draw anew" busy="Drawing" />
            </>
          ) : (
            <>
              <p className="muted">
                The post has no picture yet. It is drawn from the title and the highlights, and stands for the
                post where its address is shared.
              </p>
              <Draw post={post} draft={draft} verb="Make a picture" busy="Drawing" />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

/** The server draws what is saved, so the newest words are saved first. */
function Draw({ post, draft, verb, busy }: { post: Post; draft: Draft<Post>; verb: string; busy: string }) {
  const draw = useDrawPicture(post.id)
  return (
    <>
      <Button busy={draw.isPending && busy} onClick={async () => (await draft.save()) && draw.mutate()}>
        {verb}
      </Button>
      {draw.isError && <Failure error={draw.error} />}
    </>
  )
}

/** Pictures are on this server, under whatever name readers know it. */
function Shown({ url, title }: { url: string; title: string }) {
  return <img src={new URL(url).pathname} alt={`Card of “${title}”`} width={1200} height={630} />
}
