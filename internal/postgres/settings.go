package postgres

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// storageKey in the URL says that the server's storage is durable although fsync is off.
const storageKey = "storage"

// perTransaction are the parameters of a URL that each transaction sets. Poolers
// take none of them when a connection begins.
var perTransaction = []string{
	"search_path", "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "synchronous_commit",
}

// atStartup are the parameters that a connection begins with. PgBouncer takes the
// first two; options is for services that find the database by it.
var atStartup = []string{"application_name", "timezone", "options"}

// durable are the values of synchronous_commit with which a commit waits for the disk.
var durable = []string{"on", "local", "remote_write", "remote_apply"}

// Check reports what is wrong with a database URL, without touching a network. Its error never shows a password.
//
// Beside the keys of a connection (sslmode, connect_timeout, pool_max_conns, …) a URL may set search_path,
// statement_timeout, lock_timeout, idle_in_transaction_session_timeout, synchronous_commit (not off), application_name,
// timezone and options; and storage=durable, see [DB.Verify]. Anything else is refused by name.
func Check(databaseURL string) error {
	_, _, err := parse(Config{URL: databaseURL})
	return err
}

// parse returns the settings of the pool, and a database that knows all but its pool.
func parse(config Config) (*pgxpool.Config, *DB, error) {
	parsed, err := url.Parse(config.URL)
	// A password with / or # in it would end the host, and be shown as the name of the database.
	if err != nil || parsed.User == nil && strings.Contains(parsed.Path+parsed.Fragment, "@") {
		return nil, nil, errors.New("the database URL cannot be read: want postgres://user:password@host:5432/name, " +
			"with special characters of the password percent-encoded")
	}
	if parsed.Scheme != "postgres" && parsed.Scheme != "postgresql" {
		return nil, nil, fmt.Errorf("the database URL begins with %q: want postgres://user:password@host:5432/name, "+
			"or nothing for SQLite", parsed.Scheme)
	}
	settings, err := pgxpool.ParseConfig(config.URL)
	if err != nil {
		return nil, nil, fmt.Errorf("the database URL cannot be used: %w", err)
	}
	connection, query := settings.ConnConfig, parsed.Query()
	limit := strconv.FormatInt(config.Limit.Milliseconds(), 10)
	d := &DB{name: net.JoinHostPort(connection.Host, strconv.Itoa(int(connection.Port))) + "/" + connection.Database}
	transaction := map[string]string{
		"synchronous_commit": "on", "statement_timeout": limit, "lock_timeout": limit,
		"idle_in_transaction_session_timeout": "10000",
	}
	startup := map[string]string{"application_name": "marquee"}
	var problems []error
	refuse := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	for _, written := range slices.Sorted(maps.Keys(connection.RuntimeParams)) {
		name, value := strings.ToLower(written), connection.RuntimeParams[written]
		switch {
		case name == storageKey:
			d.trusted = value == "durable"
			if !d.trusted {
				refuse("%s=%s in the database URL: write %s=durable, or leave it out", name, value, name)
			}
		case name == "synchronous_commit" && !slices.Contains(durable, value):
			refuse("synchronous_commit=%s in the database URL: a crash would lose what visitors were told is stored; "+
				"leave it out, or write one of %s", value, strings.Join(durable, ", "))
		case slices.Contains(perTransaction, name):
			transaction[name] = value
		case slices.Contains(atStartup, name):
			startup[name] = value
		default:
			known := slices.Concat(perTransaction, atStartup, []string{storageKey})
			refuse("the database URL has the parameter %q, which is not known here: leave it out, or set it for the user "+
				"with ALTER ROLE … SET (known: %s)", written, strings.Join(known, ", "))
		}
	}
	if query.Has("default_query_exec_mode") {
		refuse("default_query_exec_mode in the database URL: leave it out, statements never have names")
	}
	if err := errors.Join(problems...); err != nil {
		return nil, nil, err
	}
	connection.RuntimeParams = startup
	// A statement that is known by name is unknown on the server's next connection. What
	// its parameters and columns are holds on any, and saves asking (docs/decisions/pooler.md).
	connection.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	connection.StatementCacheCapacity, connection.DescriptionCacheCapacity = 0, 512
	connection.ConnectTimeout = cmp.Or(connection.ConnectTimeout, connectTimeout)
	if !query.Has("pool_max_conns") {
		settings.MaxConns = cmp.Or(config.MaxConns, maxConns)
	}
	settings.PingTimeout = connection.ConnectTimeout
	d.settings = statement(transaction)
	return settings, d, nil
}

// statement returns the SQL that sets all for the rest of the transaction.
func statement(values map[string]string) string {
	var calls []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		// Unlike SET LOCAL, it reads a list such as that of search_path as a connection's start does.
		calls = append(calls,
			fmt.Sprintf("set_config('%s', '%s', true)", name, strings.ReplaceAll(values[name], "'", "''")))
	}
	return "select " + strings.Join(calls, ", ")
}
