// Package render renders pages with React inside the process.
//
// The server bundle of package web (one script without imports) runs in QuickJS, an engine written for Go without cgo.
// The page's path and its data as JSON go in, the HTML of the page's root element, by React's own renderToString,
// comes out. A page takes some ten milliseconds and is rendered once per change. Who asks first is served first.
//
// A virtual machine serves one goroutine at a time, holds at most [Config.MemoryLimit] bytes outside the Go heap, and
// gets at most [Config.Deadline] of wall-clock time per call. After any error it is thrown away; a new one starts from
// bytecode in a few milliseconds. The bytecode is compiled from source at every start, because it belongs to one
// version of the engine and is not verified when loaded.
package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/puddle/v2"
	"modernc.org/quickjs"
)

// Config says how pages are rendered.
type Config struct {
	// The server bundle: a script that sets globalThis.__ssr.render. Required.
	Bundle []byte
	// How many virtual machines there are at most, and so how many pages are rendered at once. At least 1.
	Size int
	// Bytes that one virtual machine may hold. Default 128 MiB.
	MemoryLimit uintptr
	// Wall-clock time that one page may take. Default 10 s: a busy machine must not turn a slow page into a broken one.
	Deadline time.Duration
	// After how many pages a virtual machine is replaced. Default 5,000.
	MaxUses int
	// Where messages of the scripts' console go. Default: nowhere.
	Logger *slog.Logger
}

// Pool renders pages, several at once. It is safe for concurrent use. The machine that was used last is used next, so
// that a pool which has little to do starts few.
type Pool struct {
	config   Config
	bytecode []byte
	machines *puddle.Pool[*machine]
}

type machine struct {
	vm   *quickjs.VM
	uses int
}

// Error is a template that threw, or that ran out of time or memory.
type Error struct {
	// Name and message of the exception, such as TypeError.
	Name, Message string
	// Where in the bundle it happened.
	Stack string
}

func (e *Error) Error() string { return e.Name + ": " + e.Message }

// ErrClosed is returned by Render after Close.
var ErrClosed = puddle.ErrClosedPool

// NewPool compiles the bundle and starts the first machine, so that a broken
// bundle is an error here and not at the first visitor.
func NewPool(config Config) (*Pool, error) {
	config.Size = max(config.Size, 1)
	config.MemoryLimit = cmp.Or(config.MemoryLimit, 128<<20)
	config.Deadline = cmp.Or(config.Deadline, 10*time.Second)
	config.MaxUses = cmp.Or(config.MaxUses, 5000)
	config.Logger = cmp.Or(config.Logger, slog.New(slog.DiscardHandler))
	compiler, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("start compiler: %w", err)
	}
	defer compiler.Close()
	bytecode, err := compiler.Compile(string(config.Bundle), quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("compile server bundle: %w", err)
	}
	config.Bundle = nil // what is compiled is not needed any more
	pool := &Pool{config: config, bytecode: bytecode}
	pool.machines, err = puddle.NewPool(&puddle.Config[*machine]{
		Constructor: func(context.Context) (*machine, error) { return pool.start() },
		Destructor:  pool.end, MaxSize: int32(config.Size),
	})
	if err == nil {
		err = pool.machines.CreateResource(context.Background())
	}
	if err != nil {
		return nil, err
	}
	return pool, nil
}

// Size returns how many pages can be rendered at once.
func (p *Pool) Size() int { return p.config.Size }

// start is called by goroutines of the pool of machines, which recover from no panic.
func (p *Pool) start() (m *machine, err error) {
	defer func() {
		if recovered := recover(); recovered != nil {
			m, err = nil, fmt.Errorf("load server bundle: virtual machine panicked: %v", recovered)
		}
	}()
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("start virtual machine: %w", err)
	}
	vm.SetMemoryLimit(p.config.MemoryLimit)
	err = vm.SetEvalTimeout(p.config.Deadline)
	if err == nil {
		err = vm.RegisterFunc("__hostLog", func(level, message string) {
			p.config.Logger.Warn("template console", "level", level, "message", message)
		}, false)
	}
	if err == nil {
		_, err = vm.EvalBytecode(p.bytecode)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("load server bundle: %w", scriptError(err)), vm.Close())
	}
	return &machine{vm: vm}, nil
}

// Render returns the HTML of the root element for a page. The path is what the address bar shows, without query; data
// is {"site": …, "page": …}. When the context ends first, the work is stopped and its error returned. An exception of a
// template is an [*Error].
func (p *Pool) Render(ctx context.Context, path string, data []byte) (html string, err error) {
	taken, err := p.machines.Acquire(ctx)
	if err != nil {
		return "", err
	}
	m, healthy := taken.Value(), false
	defer func() {
		if recovered := recover(); recovered != nil {
			err = fmt.Errorf("virtual machine panicked: %v", recovered)
		}
		if healthy {
			taken.Release()
		} else {
			taken.Destroy()
		}
	}()
	stop := context.AfterFunc(ctx, m.vm.Interrupt)
	result, err := m.vm.Call("__ssr.render", path, string(data))
	untouched := stop()
	m.uses++
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", scriptError(err)
	}
	html, isText := result.(string)
	if !isText {
		return "", fmt.Errorf("server bundle returned %T, want a string", result)
	}
	healthy = untouched && m.uses < p.config.MaxUses
	return html, nil
}

// Close waits for the pages that are being rendered and frees all machines. Calls
// that still wait for a machine return ErrClosed.
func (p *Pool) Close() { p.machines.Close() }

// end frees a machine. One whose engine panicked panics again when touched; its memory is lost, which is better than
// the process.
func (p *Pool) end(m *machine) {
	defer func() {
		if recovered := recover(); recovered != nil {
			p.config.Logger.Error("a virtual machine cannot be closed", "error", recovered)
		}
	}()
	if err := m.vm.Close(); err != nil {
		p.config.Logger.Error("a virtual machine cannot be closed", "error", err)
	}
}

func scriptError(err error) error {
	if thrown, ok := errors.AsType[*quickjs.Error](err); ok {
		return &Error{Name: thrown.Name, Message: thrown.Message, Stack: thrown.Stack}
	}
	return err
}

// Trace returns where in the bundle it happened, for logs.
func (e *Error) Trace() string { return e.Stack }
