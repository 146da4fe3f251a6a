# Ends a script that is for the Postgres here, before it does anything, where .env names databases elsewhere.
elsewhere=$(docker compose config --environment |
  sed -n -E '/@postgres[:/]/d; s/^(KRATOS_DSN|HYDRA_DSN|KETO_DSN|DATABASE_URL)=.+/ \1/p' | tr -d '\n')
if [ -n "$elsewhere" ]; then
  echo "nothing was done: databases are elsewhere (${elsewhere# }), and this is for the Postgres here only" >&2
  exit 1
fi
