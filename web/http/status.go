package http

// The statuses of answers.
const (
	StatusOK                    = 200
	StatusBadRequest            = 400
	StatusForbidden             = 403
	StatusNotFound              = 404
	StatusRequestEntityTooLarge = 413
	StatusUnsupportedMediaType  = 415
	StatusTooManyRequests       = 429
	StatusInternalServerError   = 500
	StatusBadGateway            = 502
	StatusServiceUnavailable    = 503
)
