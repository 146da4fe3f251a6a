/**
 * Has the server's tests use React as it is deployed, which renders several times as fast as its development build. A test that
 * has a document wants that build's warnings.
 */
if (typeof document === 'undefined') process.env.NODE_ENV = 'production';
