import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { imageTypes, uploadImage } from '../../data/images.ts'
import { useMay } from '../../data/session.tsx'
import { basePath } from '../../kit/base-path.ts'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/notice.tsx'
import * as strings from './strings.ts'

/** An image of the public page: shown, replaced or removed. */
export function ImageField({
  label,
  hint,
  use,
  path,
  error,
  onChange,
}: {
  label: string
  hint: string
  use: 'logo' | 'icon'
  path: string | null
  error?: Error
  onChange: (path: string | null) => void
}) {
  const mayChange = useMay('admin')
  const input = useRef<HTMLInputElement>(null)
  const note = useId()
  const sending = useMutation({
    mutationFn: (file: File) => uploadImage(file, use),
    onSuccess: (stored) => onChange(stored.path),
  })
  const failure = sending.error ?? error
  return (
    <fieldset className="field" aria-describedby={note}>
      <legend className="label mb-1.5">{label}</legend>
      <div className="row">
        {path ? (
          <img className="image-mark" src={basePath + path} alt={label} />
        ) : (
          <span className="muted">{strings.imageField.none}</span>
        )}
        {mayChange && (
          <>
            <Button
              slim
              busy={sending.isPending && strings.imageField.uploading}
              aria-label={strings.imageField.choose(label)}
              onClick={() => input.current?.click()}
            >
              {strings.imageField.upload}
            </Button>
            {path && (
              <Button
                slim
                look="quiet"
                aria-label={strings.imageField.removeNamed(label)}
                onClick={() => onChange(null)}
              >
                {strings.imageField.remove}
              </Button>
            )}
          </>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={imageTypes}
          aria-label={label}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) sending.mutate(file)
            target.value = ''
          }}
        />
      </div>
      <span className="hint" id={note}>
        {hint}
      </span>
      {failure && <Failure error={failure} />}
    </fieldset>
  )
}
