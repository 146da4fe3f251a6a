import type { Namespace } from '@ory/keto-namespace-types';

/** A user, by the id of the identity in Kratos. */
class User implements Namespace {}

/**
 * The portal, with a single object: `Portal:portal`. Users who `administer` it are its admins (docs/admin-api.md).
 */
class Portal implements Namespace {
  related: {
    administer: User[];
  };
}
