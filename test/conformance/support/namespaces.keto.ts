// The namespaces with which a Keto is compared with the sandbox: every form that a relation or permission can have.
import type { Context, Namespace, SubjectSet } from '@ory/keto-namespace-types';

class User implements Namespace {}

class Group implements Namespace {
  related: {
    members: (User | SubjectSet<Group, 'members'>)[];
  };
}

class Folder implements Namespace {
  related: {
    parents: Folder[];
    viewers: (User | SubjectSet<Group, 'members'>)[];
    owners: User[];
    banned: (User | SubjectSet<Group, 'members'>)[];
  };

  permits = {
    own: (ctx: Context): boolean => this.related.owners.includes(ctx.subject),
    either: (ctx: Context): boolean =>
      this.related.viewers.includes(ctx.subject) || this.related.owners.includes(ctx.subject),
    both: (ctx: Context): boolean =>
      this.related.viewers.includes(ctx.subject) && this.related.owners.includes(ctx.subject),
    notBanned: (ctx: Context): boolean => !this.related.banned.includes(ctx.subject),
    view: (ctx: Context): boolean =>
      (this.related.viewers.includes(ctx.subject) ||
        this.related.parents.traverse((parent) => parent.permits.view(ctx))) &&
      !this.related.banned.includes(ctx.subject),
    read: (ctx: Context): boolean => this.permits.either(ctx),
    viewAbove: (ctx: Context): boolean =>
      this.related.parents.traverse((parent) => parent.related.viewers.includes(ctx.subject)),
    // without parentheses, because Keto evaluates from left to right
    // prettier-ignore
    leftToRight: (ctx: Context): boolean =>
      this.related.owners.includes(ctx.subject) ||
      this.related.viewers.includes(ctx.subject) && this.related.banned.includes(ctx.subject),
    neither: (ctx: Context): boolean =>
      !(this.related.viewers.includes(ctx.subject) || this.related.owners.includes(ctx.subject)),
  };
}
