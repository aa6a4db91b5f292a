import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { type Post, useCollection } from '../../data/post.ts'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import { hasAddress } from './address.ts'
import type { Draft } from './draft/draft.ts'
import { Fact } from './fact.tsx'
import { PictureOf } from './picture.tsx'
import { SlugForm } from './slug-form.tsx'

const Planned = lazyView(() => import('./planned.tsx').then((m) => m.Planned))

/** The details of a post other than its text. */
export function Details({ post, draft }: { post: Post; draft: Draft }) {
  return (
    <div className="details">
      {post.recommendations && (
        <Section title="Before you publish">
          <p className="whitespace-pre-wrap pt-3">{post.recommendations.trim()}</p>
        </Section>
      )}
      {hasAddress(post) && (
        <Section title="URL">
          <SlugForm post={post} />
        </Section>
      )}
      {post.contentType !== 'image' && post.collectionId && (
        <Section title="Image">
          <PictureOf post={post} draft={draft} />
        </Section>
      )}
      <Section title="Sources">
        <Origin post={post} />
      </Section>
    </div>
  )
}

function Origin({ post }: { post: Post }) {
  const { data } = useCollection(post.collectionId)
  const { range, lookbackRange, repositories, brandVoiceName, briefId } = post.sourceMetadata ?? {}
  const others = data?.posts.filter(({ id }) => id !== post.id) ?? []
  return (
    <dl className="origin">
      <Fact name="Written">
        <Time at={post.createdAt} />
      </Fact>
      {Array.isArray(repositories) && repositories.length > 0 && (
        <Fact name="Repositories">
          {repositories.map(({ owner, repo }) => `${owner}/${repo}`).join(', ')}
        </Fact>
      )}
      {range?.to && (
        <Fact name="Range">{range.from ? `${range.from} to ${range.to}` : `up to ${range.to}`}</Fact>
      )}
      {lookbackRange?.start && (
        <Fact name="Period">
          <Time at={lookbackRange.start} /> to <Time at={lookbackRange.end} />
        </Fact>
      )}
      {briefId && <Planned post={post} />}
      {brandVoiceName && <Fact name="Brand">{brandVoiceName}</Fact>}
      {data && (
        <Fact name="Collection">
          <Link href={paths.collection(data.collection.id)}>{data.collection.name}</Link>
        </Fact>
      )}
      {others.length > 0 && (
        <Fact name="Same collection">
          {others.map(({ id, title }) => (
            <Link key={id} className="block" href={paths.post(id)}>
              {title}
            </Link>
          ))}
        </Fact>
      )}
    </dl>
  )
}
