import { useState } from 'react'
import { type Post, useChangeSlug, usePublicPage } from '../../data/post.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { addressOf } from './address.ts'

/** The address of a post, which is checked on its own: nothing else waits for it. */
export function SlugForm({ post }: { post: Post }) {
  const [slug, setSlug] = useState(post.slug ?? '')
  const publicPage = usePublicPage()
  const change = useChangeSlug(post.id)
  const isSame = slug.trim() === (post.slug ?? '')
  function save() {
    change.mutate(slug.trim() || null, { onSuccess: () => toast('Slug changed') })
  }
  return (
    <form
      className="slug"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSame) save()
      }}
    >
      <TextField
        label="Slug"
        value={slug}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        error={change.error?.message}
        hint={
          publicPage
            ? addressOf(publicPage, { ...post, slug: slug.trim() || null })
            : 'Lowercase letters, numbers and hyphens.'
        }
        onChange={(event) => {
          setSlug(event.target.value)
          change.reset()
        }}
      />
      <Button type="submit" disabled={isSame} busy={change.isPending && 'Changing'}>
        Change slug
      </Button>
    </form>
  )
}
