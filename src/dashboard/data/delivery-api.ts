import type { treaty } from '@elysiajs/eden'
import type { DeliveryApi } from '../../api.ts'
import { api } from './api.ts'

/** The client of the routes whose types `api` does not contain. */
export const deliveryApi = api as unknown as ReturnType<typeof treaty<DeliveryApi>>
