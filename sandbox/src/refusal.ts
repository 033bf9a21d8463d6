/** The provider's error body. Source: provider's error reference; the shapes differ with what is refused. */
export type ErrorBody = {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR'
  description: string
  field?: string
  source?: string
  step?: string
  reason?: string
  metadata?: Record<string, string>
}

/** A request that is answered with an error body. Thrown inside a change, it undoes the change. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly error: ErrorBody

  constructor(status: number, error: ErrorBody) {
    super(error.description)
    this.status = status
    this.error = error
  }
}

/** 400 for something wrong in what was sent; `field` names it. */
export function invalid(description: string, field?: string): Refusal {
  return new Refusal(400, {
    code: 'BAD_REQUEST_ERROR',
    description,
    ...(field && { field }),
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
  })
}

/** 400 for something that cannot be done to this order or payment now. */
export function notNow(description: string, reason: string, metadata: Record<string, string> = {}): Refusal {
  const step = 'payment_initiation'
  return new Refusal(400, { code: 'BAD_REQUEST_ERROR', description, source: 'business', step, reason, metadata })
}

/** The provider leaves source, step and reason unsaid for these. */
export function unspecific(status: number, description: string): Refusal {
  const na = { source: 'NA', step: 'NA', reason: 'NA', metadata: {} }
  return new Refusal(status, { code: 'BAD_REQUEST_ERROR', description, ...na })
}

export function unknownUrl(): Refusal {
  return unspecific(400, 'The requested URL was not found on the server.')
}

export function unknownId(): Refusal {
  return invalid('The id provided does not exist')
}

/** 401 has neither source nor step nor reason. Source: independent public probes; the documentation leaves it open. */
export function unauthenticated(description: string): Refusal {
  return new Refusal(401, { code: 'BAD_REQUEST_ERROR', description })
}
