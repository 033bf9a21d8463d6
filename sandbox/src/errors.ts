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

/** An error answer. Thrown inside a transaction, it rolls the transaction back. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly error: ErrorBody

  constructor(status: number, error: ErrorBody) {
    super(error.description)
    this.status = status
    this.error = error
  }
}

/** 400 for something wrong in what was sent; `field` names it. */
export function invalid(description: string, field?: string): HttpError {
  return new HttpError(400, {
    code: 'BAD_REQUEST_ERROR',
    description,
    ...(field && { field }),
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
  })
}

/** 400 for an operation that the present state does not allow. */
export function notNow(description: string, reason: string, metadata: Record<string, string> = {}): HttpError {
  const step = 'payment_initiation'
  return new HttpError(400, { code: 'BAD_REQUEST_ERROR', description, source: 'business', step, reason, metadata })
}

/** Errors for which the provider gives no source, step and reason. */
export function unspecific(status: number, description: string): HttpError {
  const na = { source: 'NA', step: 'NA', reason: 'NA', metadata: {} }
  return new HttpError(status, { code: 'BAD_REQUEST_ERROR', description, ...na })
}

export function unknownUrl(): HttpError {
  return unspecific(400, 'The requested URL was not found on the server.')
}

export function unknownId(): HttpError {
  return invalid('The id provided does not exist')
}

/** 401 has neither source nor step nor reason. Source: independent public probes; the documentation leaves it open. */
export function unauthenticated(description: string): HttpError {
  return new HttpError(401, { code: 'BAD_REQUEST_ERROR', description })
}
