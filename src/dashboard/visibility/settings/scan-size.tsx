import { useEstimate } from '../../data/scans.ts'
import { Notice } from '../../kit/notice.tsx'
import { priceInWords } from '../scans/price.ts'
import * as strings from './strings.ts'

/** The numbers of answers from which a scan is large, and very large (contract geo 7: size warnings). */
const large = 150
const veryLarge = 300

/** The size and cost of a scan with the current settings; large ones have a warning. */
export function ScanSize() {
  const { data } = useEstimate()
  if (!data) return null
  // The list of engines says what each of them lacks.
  if (data.engines.length === 0 && data.skipped.length > 0) return null
  if (data.nothingToAsk !== null) return <Notice kind="warn">{data.nothingToAsk}</Notice>
  const size = strings.scanSize.oneScan(data.checks, data.searches, priceInWords(data))
  if (data.checks < large) return <p role="status">{size}</p>
  const isVery = data.checks >= veryLarge
  return <Notice kind={isVery ? 'bad' : 'warn'}>{strings.scanSize.tooLarge(size, isVery)}</Notice>
}
