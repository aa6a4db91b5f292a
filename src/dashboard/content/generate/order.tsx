import { formatName, formatNoun, type OutputFormat, outputFormats } from '../../data/formats.ts'
import type { useGenerate } from '../../data/generation.ts'
import { Button } from '../../kit/button.tsx'
import { CheckField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import type { Choice } from './choice.ts'
import { Obstacles } from './obstacles.tsx'
import type { FormatOption } from './request.ts'
import * as strings from './strings.ts'
import { Voice } from './voice.tsx'

const about: Record<OutputFormat, string> = strings.order.about

/** The formats, the brand and the button that starts the runs. */
export function Order({
  choice,
  offers,
  formats,
  missing,
  generate,
  start,
}: {
  choice: Choice
  offers: FormatOption[]
  /** The chosen formats that can be written. */
  formats: OutputFormat[]
  /** Why no run can be started. */
  missing: string | null
  generate: ReturnType<typeof useGenerate>
  start: () => void
}) {
  const [only] = formats
  const isOne = formats.length === 1 && only !== undefined
  const note = isOne ? strings.order.savedAsDraft : strings.order.savedAsDrafts
  return (
    <div className="lg:sticky lg:top-8 lg:self-start">
      <Section first title={strings.order.output}>
        <div className="grid gap-5 pt-3">
          <fieldset className="grid gap-3">
            <legend className="sr">{strings.order.formats}</legend>
            {outputFormats.map((format) => (
              <Offered
                key={format}
                format={format}
                offer={offers.find(({ contentType }) => contentType === format)}
                isChosen={formats.includes(format)}
                onChange={() => choice.toggleFormat(format)}
              />
            ))}
          </fieldset>
          <Obstacles offers={offers} />
          <Voice choice={choice} />
          {generate.isError && <Failure error={generate.error} retry={start} />}
          <div className="grid gap-2">
            <Button
              look="primary"
              shortcut="Ctrl ↵"
              busy={generate.isPending && strings.order.starting}
              disabled={missing !== null}
              onClick={start}
            >
              {isOne
                ? strings.order.writeOne(formatNoun(only))
                : formats.length > 1
                  ? strings.order.writeMany(formats.length)
                  : strings.order.write}
            </Button>
            <p className="muted small" role="status">
              {missing ?? note}
            </p>
          </div>
        </div>
      </Section>
    </div>
  )
}

function Offered({
  format,
  offer,
  isChosen,
  onChange,
}: {
  format: OutputFormat
  offer: FormatOption | undefined
  isChosen: boolean
  onChange: () => void
}) {
  const hint = offer?.obstacle?.kind === 'model' ? strings.order.needsModel : about[format]
  return (
    <CheckField
      label={formatName(format)}
      hint={hint}
      checked={isChosen}
      disabled={Boolean(offer?.obstacle)}
      onChange={onChange}
    />
  )
}
