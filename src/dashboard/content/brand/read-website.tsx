import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import { useReadWebsite } from '../../data/brands.ts'
import { paths } from '../../data/paths.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { useForm } from '../../kit/use-form.ts'
import { errorAt } from './fields.ts'

/** Where the first website is told. */
export function ReadForm() {
  const { form, read, submit, refused } = useReadForm()
  function send(event: FormEvent) {
    event.preventDefault()
    submit()
  }
  return (
    <form className="settings w-full pt-0" onSubmit={send}>
      <WebsiteField {...form.bind('websiteUrl')} error={refused.website} />
      {read.error && !refused.website && <Failure error={read.error} />}
      <Button look="primary" type="submit" busy={read.isPending && 'Starting'}>
        Read my website
      </Button>
    </form>
  )
}

/** Where another website is told, and what the brand that is read from it is to be called. */
export function ReadDialog({ onClose }: { onClose: () => void }) {
  const { form, read, submit, refused } = useReadForm()
  return (
    <Dialog
      title="Add brand"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <span className="grow muted">Your other brands stay unchanged.</span>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={read.isPending && 'Starting'}>
            Read website
          </Button>
        </>
      }
    >
      <WebsiteField {...form.bind('websiteUrl')} error={refused.website} />
      <TextField
        label="Name"
        maxLength={120}
        error={refused.name}
        hint="Optional. Default: the website’s domain."
        {...form.bind('name')}
      />
      {read.error && !refused.website && !refused.name && <Failure error={read.error} />}
    </Dialog>
  )
}

function WebsiteField(props: {
  value: string
  onChange: ReturnType<ReturnType<typeof useForm>['bind']>['onChange']
  error: string | null
}) {
  return (
    <TextField
      label="Website"
      required
      maxLength={2048}
      autoComplete="url"
      inputMode="url"
      placeholder="acme.com"
      {...props}
    />
  )
}

/** Creates the brand, and leads to where it can be seen how its website is read. */
function useReadForm() {
  const [, navigate] = useLocation()
  const form = useForm({ websiteUrl: '', name: '' })
  const read = useReadWebsite()
  const { websiteUrl, name } = form.values
  function submit() {
    read.mutate(
      { websiteUrl, name: name.trim() || nameOf(websiteUrl) },
      { onSuccess: ({ job }) => navigate(paths.brandReading(job.brandIdentityId, job.id)) },
    )
  }
  const refused = { website: errorAt(read.error, 'websiteUrl'), name: errorAt(read.error, 'name') }
  return { form, read, submit, refused }
}

/** The name of a website; nothing where it is none, which the API will say. */
function nameOf(website: string): string | undefined {
  const host = /^(?:https?:\/\/)?(?:www\.)?([^/:?#\s]+)/i.exec(website.trim())?.[1]
  return host?.slice(0, 120)
}
